import { useId } from 'react';
import { useMoment } from '#state/use-moment.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { StateChip, stripeOf } from '#ui/chip.tsx';
import { classNames } from '#ui/class-names.ts';
import type { Elements } from '#ui/elements.ts';
import { ChevronRight } from '#ui/icons.ts';
import { firstLine } from '#ui/remote/server-words.tsx';
import { describeEntry, describeError, stateTextOf } from './describe-entry.ts';
import type { OutboxRow } from './offline/read-outbox.ts';
import styles from './outbox.module.css';
import { texts } from './texts.ts';

type EntryGroupProps = {
  title: string;
  rows: readonly OutboxRow[];
  onOpen: (id: string) => void;
};

export function EntryGroup({ title, rows, onOpen }: EntryGroupProps) {
  return (
    <Group title={title} count={rows.length}>
      <ul className={styles.rows}>
        {rows.map(row => (
          <li key={row.entry.id}>
            <EntryRow row={row} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </Group>
  );
}

/** A part of the screen under its title and count; nothing where there is nothing. */
export function Group({ title, count, children }: { title: string; count: number; children: Elements }) {
  const titleId = useId();
  if (count === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <h2 id={titleId}>{`${title} (${count})`}</h2>
      {children}
    </section>
  );
}

type RowProps = Pick<EntryGroupProps, 'onOpen'> & { row: OutboxRow };

function EntryRow({ row: { entry, status, became }, onOpen }: RowProps) {
  const moment = useMoment();
  const { what, name } = describeEntry(entry);
  const stripe = stripeOf(status);
  const error = firstLine(describeError(entry));
  return (
    <button
      type="button"
      className={classNames(styles.entry, stripe && styles[stripe])}
      aria-haspopup="dialog"
      onClick={() => onOpen(entry.id)}
    >
      <span className={styles.words}>
        <span className={styles.what}>{[what, name || became, entry.code].filter(Boolean).join(': ')}</span>
        <span className={styles.state}>
          <StateChip state={status} text={stateTextOf(entry, status)} />
          {status !== 'done' && entry.attempts > 0 && <span>{texts.attempts(entry.attempts)}</span>}
        </span>
        <span className={styles.meta}>{timesOf(entry, moment)}</span>
        {error && <span className={styles.refused}>{error}</span>}
      </span>
      <ChevronRight size={20} />
    </button>
  );
}

/** When it was saved, and when the server took it. */
export function timesOf(entry: Entry, moment: ReturnType<typeof useMoment>): string {
  const saved = moment(entry.firstAt);
  if (entry.state !== 'done') return texts.savedAt(saved);
  return texts.sentAt(saved, moment(entry.doneAt));
}
