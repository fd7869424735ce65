import { StateChip } from '#ui/chip.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import { Sheet } from '#ui/modal.tsx';
import { describeEntry, errorLine } from './describe-entry.ts';
import { EntryActions } from './entry-actions.tsx';
import { appearanceOf, reasonOf } from './entry-appearance.ts';
import { timesOf } from './entry-group.tsx';
import type { OutboxRow } from './offline/outbox-book.ts';
import styles from './outbox.module.css';
import { texts } from './texts.ts';

type EntrySheetProps = {
  row: OutboxRow;
  wallClock: (instantMs: number) => string;
  onClose: () => void;
};

/** Everything about one entry, and everything that can be done with it. */
export function EntrySheet({ row, wallClock, onClose }: EntrySheetProps) {
  const { entry, status, became } = row;
  const { what, name, lines } = describeEntry(entry);
  const { chip, text } = appearanceOf(entry, status);
  const reason = reasonOf(entry, status);
  const error = errorLine(entry);
  return (
    <Sheet open title={[what, name || became].filter(Boolean).join(': ')} onClose={onClose}>
      <div className={styles.sheet}>
        <p className={styles.state}>
          <StateChip state={chip} {...(text ? { text } : {})} />
          {entry.attempts > 0 && <span>{texts.attempts(entry.attempts)}</span>}
        </p>
        <p className={styles.meta}>{timesOf({ entry, wallClock })}</p>
        {reason && <p>{reason}</p>}
        {error && <p className={styles.refusal}>{error}</p>}
        <DefinitionList
          rows={[
            { term: texts.fields.code, value: entry.code },
            ...lines.map(({ term, value }) => ({
              term,
              value: <span className={styles.value}>{value}</span>,
            })),
          ]}
        />
        <EntryActions row={row} onClose={onClose} />
      </div>
    </Sheet>
  );
}
