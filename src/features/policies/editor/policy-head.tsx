import type { Policy } from '#domain/policy/policy.ts';
import { Button } from '#ui/button.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { RowChip } from '../list/policy-list.tsx';
import type { PolicyRow } from '../list/policy-row.ts';
import { texts } from '../texts.ts';
import styles from './editor.module.css';

export type PolicyHeadProps = {
  policy: Policy;
  row: PolicyRow | undefined;
  /** What the server has instead, if somebody has saved meanwhile. */
  overtaken: string | null;
  onCompare: () => void;
};

/** Which policy this is, how it stands, and whether the server has a newer one. */
export function PolicyHead({ policy: { id, name }, row, overtaken, onCompare }: PolicyHeadProps) {
  return (
    <header className={styles.head}>
      <h2 tabIndex={-1} data-policy-title className={styles.title}>
        {name || texts.unnamed}
      </h2>
      <div className={styles.facts}>
        <span className={styles.why}>{texts.number(id)}</span>
        {row && <RowChip state={row.state} />}
      </div>
      <ProblemLine polite>
        {overtaken && (
          <>
            <p>{overtaken}</p>
            <Button onClick={onCompare}>{texts.compare}</Button>
          </>
        )}
      </ProblemLine>
    </header>
  );
}
