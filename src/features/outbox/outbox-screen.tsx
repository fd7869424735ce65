import { useState } from 'react';
import { useDevice } from '#state/device.ts';
import { useLocal } from '#state/local.ts';
import { LOST_PREFIX } from '#sync/lost-entries.ts';
import { Button } from '#ui/button.tsx';
import { CircleCheck } from '#ui/icons.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { DraftGroup } from './draft-group.tsx';
import { DuplicateGroup } from './duplicate-group.tsx';
import { EntryGroup } from './entry-group.tsx';
import { EntrySheet } from './entry-sheet.tsx';
import { type OutboxBook, readOutbox } from './offline/outbox-book.ts';
import styles from './outbox.module.css';
import { StorageLine } from './storage-line.tsx';
import { SummaryLine } from './summary-line.tsx';
import { texts } from './texts.ts';
import { TransferPanel } from './transfer-panel.tsx';

/** The one full truth: what waits, what was refused, what was begun, what arrived. */
export function OutboxScreen() {
  const reading = useLocal(async context => {
    const { ownerKey, wallClock } = context;
    return { book: await readOutbox(context), ownerKey, wallClock, now: context.now() };
  }, []);
  return (
    <div className={styles.screen}>
      <PageTitle>{texts.title}</PageTitle>
      {reading && reading.book.lost > 0 && (
        <LostPanel count={reading.book.lost} ownerKey={reading.ownerKey} />
      )}
      <SummaryLine hasLost={(reading?.book.lost ?? 0) > 0} />
      {reading ? <Groups {...reading} /> : <Skeleton />}
    </div>
  );
}

type GroupsProps = {
  book: OutboxBook;
  wallClock: (instantMs: number) => string;
  now: number;
};

function Groups({ book, wallClock, now }: GroupsProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const { failed, held, waiting, drafts, sent, others, lost } = book;
  const unsent = [...failed, ...held, ...waiting];
  const open = [...unsent, ...sent].find(row => row.entry.id === openId);
  const common = { wallClock, onOpen: setOpenId };
  const oldestAt = unsent.length > 0 ? Math.min(...unsent.map(({ entry }) => entry.firstAt)) : null;
  return (
    <>
      {unsent.length + drafts.length + sent.length + lost === 0 && (
        <EmptyState icon={<CircleCheck size={40} />}>{texts.empty}</EmptyState>
      )}
      <ProblemLine>{book.neverEchoes && texts.neverEchoes}</ProblemLine>
      <DuplicateGroup />
      <EntryGroup title={texts.groups.failed} rows={failed} {...common} />
      <EntryGroup title={texts.groups.held} rows={held} {...common} />
      <EntryGroup title={texts.groups.waiting} rows={waiting} {...common} />
      <DraftGroup drafts={drafts} wallClock={wallClock} />
      <EntryGroup title={texts.groups.sent} rows={sent} {...common} />
      <StorageLine oldestAt={oldestAt} now={now} others={others} />
      <TransferPanel hasUnsent={unsent.length > 0} />
      {open && <EntrySheet row={open} wallClock={wallClock} onClose={() => setOpenId(null)} />}
    </>
  );
}

/** Says that the outbox was lost, and how much with it, until the user has seen it. */
function LostPanel({ count, ownerKey }: { count: number; ownerKey: string }) {
  const { db } = useDevice();
  return (
    <Panel>
      <ProblemLine>{texts.lost(count)}</ProblemLine>
      <div className={styles.actions}>
        <Button onClick={() => void db.control.delete(LOST_PREFIX + ownerKey)}>{texts.understood}</Button>
      </div>
    </Panel>
  );
}
