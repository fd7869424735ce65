import type { Receipt } from '#contract/warehouse.ts';
import { Button } from '#ui/button.tsx';
import { TriangleAlert } from '#ui/icons.ts';
import { savedWords } from './conflict/conflict.tsx';
import styles from './edit.module.css';
import { texts } from './texts.ts';

export type NewerLineProps = {
  /** The server does not tell the document any more. */
  isRefused: boolean;
  newer: Receipt | null;
  onCompare: () => void;
};

/** What the server has instead of the version that is being edited here. Readers hear what appears in it. */
export function NewerLine({ isRefused, newer, onCompare }: NewerLineProps) {
  return (
    <div role="status" className={styles.place}>
      {(isRefused || newer) && (
        <div className={styles.newer}>
          <TriangleAlert size={20} />
          <p>
            {isRefused ? texts.lostFromSight : texts.newer} {!isRefused && newer && savedWords(newer)}
          </p>
          {!isRefused && <Button onClick={onCompare}>{texts.compare}</Button>}
        </div>
      )}
    </div>
  );
}
