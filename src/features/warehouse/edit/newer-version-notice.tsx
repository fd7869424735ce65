import type { Receipt } from '#contract/warehouse.ts';
import { Button } from '#ui/button.tsx';
import { TriangleAlert } from '#ui/icons.ts';
import { lastSavedText } from './conflict/conflict.tsx';
import styles from './edit.module.css';
import { texts } from './texts.ts';

export type NewerVersionNoticeProps = {
  /** The server does not tell the document any more. */
  isRefused: boolean;
  newer: Receipt | null;
  onCompare: () => void;
};

/** What the server has instead of the version that is being edited here. Readers hear what appears in it. */
export function NewerVersionNotice({ isRefused, newer, onCompare }: NewerVersionNoticeProps) {
  return (
    <div role="status" className={styles.status}>
      {(isRefused || newer) && (
        <div className={styles.newer}>
          <TriangleAlert size={20} />
          <p>
            {isRefused ? texts.noLongerOpens : texts.newer} {!isRefused && newer && lastSavedText(newer)}
          </p>
          {!isRefused && <Button onClick={onCompare}>{texts.compare}</Button>}
        </div>
      )}
    </div>
  );
}
