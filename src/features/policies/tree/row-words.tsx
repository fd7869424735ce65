import { classNames } from '#ui/class-names.ts';
import { TriangleAlert } from '#ui/icons.ts';
import styles from './row-words.module.css';

type RowWordsProps = { said: string; missing: string | null; warning: string; isGroup: boolean };

/** What a line says: the node in words, what is not chosen yet, and a mark where something is wrong. */
export function RowWords({ said, missing, warning, isGroup }: RowWordsProps) {
  return (
    <>
      <span className={classNames(styles.words, isGroup && styles.group)}>
        {said}
        {said && missing && ' · '}
        {missing && <span className={styles.missing}>{missing}</span>}
      </span>
      {warning && (
        <span className={styles.mark} title={warning}>
          <TriangleAlert size={20} />
          <span className="visually-hidden">. {warning}</span>
        </span>
      )}
    </>
  );
}
