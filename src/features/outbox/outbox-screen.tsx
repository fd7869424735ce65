import { useState } from 'react';
import { fullName } from '#contract/contact-fields.ts';
import { formatDate } from '#kit/date.ts';
import { newId } from '#kit/ids.ts';
import { useCommand } from '#state/command.ts';
import { useDevice } from '#state/device.ts';
import { useLocal } from '#state/local.ts';
import { LOST_PREFIX } from '#sync/lost-entries.ts';
import { Button, IconButton, LinkButton } from '#ui/button.tsx';
import { StateChip } from '#ui/chip.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import { CircleCheck, TriangleAlert } from '#ui/icons.ts';
import { Pencil, Share2, Trash2 } from '#ui/icons-of-screens.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { shareText } from '#ui/share-text.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/toast.tsx';
import { describeDraft, refusalText, titleOf } from './describe-entry.ts';
import { EntryGroup, Group } from './entry-group.tsx';
import { EntrySheet } from './entry-sheet.tsx';
import { contactWords, requestWords } from './offline/candidates.ts';
import { type DuplicateView, keepBoth, readDuplicates } from './offline/duplicates.ts';
import { type DraftRow, type OutboxBook, readOutbox } from './offline/outbox-book.ts';
import styles from './outbox.module.css';
import { StorageLine, SummaryLine, TransferPanel } from './outbox-panels.tsx';
import { texts } from './texts.ts';
import { useUndoable } from './use-undoable.ts';

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

type DraftGroupProps = { drafts: readonly DraftRow[]; wallClock: (instantMs: number) => string };

/** Forms that were begun and not saved. */
function DraftGroup({ drafts, wallClock }: DraftGroupProps) {
  const { removeDraft } = useUndoable();
  return (
    <Group title={texts.groups.drafts} count={drafts.length}>
      <ul className={styles.rows}>
        {drafts.map(draft => (
          <li key={draft.key} className={styles.draft}>
            <DraftWords draft={draft} wallClock={wallClock} onDelete={() => void removeDraft(draft)} />
          </li>
        ))}
      </ul>
    </Group>
  );
}

type WordsProps = { draft: DraftRow; wallClock: DraftGroupProps['wallClock']; onDelete: () => void };

function DraftWords({ draft, wallClock, onDelete }: WordsProps) {
  const described = describeDraft(draft);
  const { to } = described;
  const title = titleOf(described);
  return (
    <>
      <span className={styles.words}>
        <span className={styles.what}>{title}</span>
        <span className={styles.state}>
          <StateChip state="draft" />
        </span>
        <span className={styles.meta}>{texts.draftSavedAt(formatDate(wallClock(draft.savedAt), true))}</span>
      </span>
      <span className={styles.draftActions}>
        {to && (
          <LinkButton to={to} icon={<Pencil size={20} />} aria-label={`${texts.continueDraft}: ${title}`}>
            {texts.continueDraft}
          </LinkButton>
        )}
        <IconButton label={`${texts.deleteDraft}: ${title}`} icon={<Trash2 size={20} />} onClick={onDelete} />
      </span>
    </>
  );
}

/** What is on the server twice though it was saved once, and what can be done about it. */
function DuplicateGroup() {
  const duplicates = useLocal(readDuplicates, []) ?? [];
  return (
    <Group title={texts.duplicatesTitle} count={duplicates.length}>
      <p className={styles.meta}>{texts.duplicatesWhy}</p>
      <ul className={styles.rows}>
        {duplicates.map(view => (
          <li key={`${view.noun} ${view.own.id} ${view.duplicate.id}`} className={styles.duplicate}>
            <DefinitionList
              rows={[
                { term: texts.ownThing, value: wordsOf(view)[0] },
                { term: texts.duplicateThing, value: wordsOf(view)[1] },
              ]}
            />
            {view.noun === 'contact' ? <ContactAnswers view={view} /> : <OrderAnswers view={view} />}
          </li>
        ))}
      </ul>
    </Group>
  );
}

function wordsOf(view: DuplicateView): [own: string, other: string] {
  if (view.noun === 'contact') return [contactWords(view.own), contactWords(view.duplicate)];
  const { own, duplicate } = view;
  return [`${own.fullcode}: ${requestWords(own)}`, `${duplicate.fullcode}: ${requestWords(duplicate)}`];
}

/** Remembers that the user has seen it and wants both. */
function useKeepBoth({ noun, own, duplicate }: DuplicateView): () => void {
  const { db } = useDevice();
  const ownerKey = useLocal(async context => context.ownerKey, []);
  return () => {
    if (ownerKey) void keepBoth({ db, ownerKey }, { noun, ownId: own.id, twinId: duplicate.id });
  };
}

function ContactAnswers({ view }: { view: DuplicateView & { noun: 'contact' } }) {
  const { enqueue } = useCommand();
  const keep = useKeepBoth(view);
  const { duplicate } = view;
  const handleDelete = async () => {
    const name = fullName(duplicate);
    const payload = { contact: String(duplicate.id), name };
    const saved = await enqueue({ id: newId(), kind: 'contact.delete', payload });
    if (saved.ok) notify({ title: texts.duplicateDeleted, message: name });
    else notify({ type: 'warning', title: texts.duplicateNotDeleted, message: refusalText(saved.problem) });
  };
  return (
    <div className={styles.actions}>
      <Button icon={<Trash2 size={20} />} onClick={() => void handleDelete()}>
        {texts.deleteDuplicate}
      </Button>
      <Button onClick={keep}>{texts.keepBoth}</Button>
    </div>
  );
}

function OrderAnswers({ view }: { view: DuplicateView & { noun: 'order' } }) {
  const keep = useKeepBoth(view);
  const handleShare = async () => {
    const text = texts.duplicateOrderText(view.own.fullcode, view.duplicate.fullcode);
    const message = texts.shared[await shareText(texts.duplicatesTitle, text)];
    if (message) notify({ title: texts.duplicatesTitle, message });
  };
  return (
    <>
      <p className={styles.fact}>
        <TriangleAlert size={20} />
        {texts.duplicateOrderWhy}
      </p>
      <div className={styles.actions}>
        <Button icon={<Share2 size={20} />} onClick={() => void handleShare()}>
          {texts.share}
        </Button>
        <Button onClick={keep}>{texts.understood}</Button>
      </div>
    </>
  );
}
