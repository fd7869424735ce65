import { useSearchParams } from 'react-router-dom';
import { fullName } from '#contract/contact-fields.ts';
import { describeContact, describeRequest } from '#domain/describe-record.ts';
import { newId } from '#kit/ids.ts';
import { useCommand } from '#state/command.ts';
import { useDevice } from '#state/device-context.ts';
import { useLocal } from '#state/local.ts';
import { useMoment } from '#state/use-moment.ts';
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
import { type DuplicateView, keepBoth, readDuplicates } from './offline/duplicates.ts';
import { type DraftRow, type OutboxBook, readOutbox } from './offline/read-outbox.ts';
import styles from './outbox.module.css';
import { StorageLine, SummaryLine, TransferPanel } from './outbox-panels.tsx';
import { SupportFacts } from './support-facts.tsx';
import { texts } from './texts.ts';
import { useUndoable } from './use-undoable.ts';

/** The one full truth: what waits, what was refused, what was begun, what arrived. `?entry=` opens one of them. */
export function OutboxScreen() {
  const reading = useLocal(async context => {
    const { ownerKey } = context;
    const book = await readOutbox(context);
    // The queue is shown also where the browser does not answer that.
    const persisted = (await navigator.storage?.persisted?.().catch(() => null)) ?? null;
    return { book, ownerKey, now: context.now(), persisted };
  }, []);
  const lost = reading?.book.lost ?? 0;
  return (
    <div className={styles.screen}>
      <PageTitle>{texts.title}</PageTitle>
      {reading && lost > 0 && <LostPanel count={lost} ownerKey={reading.ownerKey} />}
      <SummaryLine hasLost={lost > 0} />
      {reading ? <Groups {...reading} /> : <Skeleton />}
    </div>
  );
}

type GroupsProps = {
  book: OutboxBook;
  ownerKey: string;
  now: number;
  /** Whether the storage may be cleared: read with the rest, so that its line pushes nothing down later. */
  persisted: boolean | null;
};

function Groups({ book, ownerKey, now, persisted }: GroupsProps) {
  const [params, setParams] = useSearchParams();
  const openId = params.get('entry');
  const { questions, failed, waiting, drafts, sentToday, sentBefore, others, lost } = book;
  const unsent = [...questions, ...failed, ...waiting];
  const sent = [...sentToday, ...sentBefore];
  const open = [...unsent, ...sent].find(row => row.entry.id === openId);
  const common = { onOpen: (entry: string) => setParams({ entry }, { replace: true }) };
  const oldestAt = unsent.length > 0 ? Math.min(...unsent.map(({ entry }) => entry.firstAt)) : null;
  return (
    <>
      {unsent.length + drafts.length + sent.length + lost === 0 && (
        <EmptyState icon={<CircleCheck size={40} />}>{texts.empty}</EmptyState>
      )}
      <ProblemLine>{book.lacksEcho && texts.echoMissing}</ProblemLine>
      <DuplicateGroup ownerKey={ownerKey} />
      <EntryGroup title={texts.groups.questions} rows={questions} {...common} />
      <EntryGroup title={texts.groups.failed} rows={failed} {...common} />
      <EntryGroup title={texts.groups.waiting} rows={waiting} {...common} />
      <DraftGroup drafts={drafts} />
      <EntryGroup title={texts.groups.sentToday} rows={sentToday} {...common} />
      <EntryGroup title={texts.groups.sentBefore} rows={sentBefore} {...common} />
      <StorageLine known={persisted} oldestAt={oldestAt} now={now} others={others} />
      <TransferPanel hasUnsent={unsent.length > 0} />
      <SupportFacts />
      {open && <EntrySheet row={open} onClose={() => setParams({}, { replace: true })} />}
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
        <Button onClick={() => void db.control.delete(LOST_PREFIX + ownerKey)}>{texts.readPayload}</Button>
      </div>
    </Panel>
  );
}

function DraftGroup({ drafts }: { drafts: readonly DraftRow[] }) {
  const moment = useMoment();
  const { removeDraft } = useUndoable();
  return (
    <Group title={texts.groups.drafts} count={drafts.length}>
      <ul className={styles.rows}>
        {drafts.map(draft => (
          <DraftItem
            key={draft.key}
            draft={draft}
            savedAt={moment(draft.savedAt)}
            onDelete={() => void removeDraft(draft)}
          />
        ))}
      </ul>
    </Group>
  );
}

function DraftItem({ draft, savedAt, onDelete }: { draft: DraftRow; savedAt: string; onDelete: () => void }) {
  const described = describeDraft(draft);
  const { to } = described;
  const title = titleOf(described);
  return (
    <li className={styles.draft}>
      <span className={styles.words}>
        <span className={styles.what}>{title}</span>
        <span className={styles.state}>
          <StateChip state="draft" />
        </span>
        <span className={styles.meta}>{texts.draftSavedAt(savedAt)}</span>
      </span>
      <span className={styles.draftActions}>
        {to && (
          <LinkButton to={to} icon={<Pencil size={20} />} aria-label={`${texts.continueDraft}: ${title}`}>
            {texts.continueDraft}
          </LinkButton>
        )}
        <IconButton label={`${texts.deleteDraft}: ${title}`} icon={<Trash2 size={20} />} onClick={onDelete} />
      </span>
    </li>
  );
}

/** What is on the server twice though it was saved once, and what can be done about it. */
function DuplicateGroup({ ownerKey }: { ownerKey: string }) {
  const { db } = useDevice();
  const duplicates = useLocal(readDuplicates, []) ?? [];
  const keep = ({ noun, own, duplicate }: DuplicateView) =>
    void keepBoth({ db, ownerKey }, { noun, ownId: own.id, twinId: duplicate.id });
  return (
    <Group title={texts.duplicatesTitle} count={duplicates.length}>
      <p className={styles.meta}>{texts.duplicatesWhy}</p>
      <ul className={styles.rows}>
        {duplicates.map(view => (
          <li key={`${view.noun} ${view.own.id} ${view.duplicate.id}`} className={styles.duplicate}>
            <DefinitionList rows={rowsOf(view)} />
            {view.noun === 'contact' ? (
              <ContactAnswers view={view} onKeep={() => keep(view)} />
            ) : (
              <OrderAnswers view={view} onKeep={() => keep(view)} />
            )}
          </li>
        ))}
      </ul>
    </Group>
  );
}

function rowsOf(view: DuplicateView) {
  const [own, duplicate] =
    view.noun === 'contact'
      ? [view.own, view.duplicate].map(describeContact)
      : [view.own, view.duplicate].map(order => `${order.fullcode}: ${describeRequest(order)}`);
  return [
    { term: texts.ownThing, value: own },
    { term: texts.duplicateThing, value: duplicate },
  ];
}

type AnswersProps<Noun> = { view: DuplicateView & { noun: Noun }; onKeep: () => void };

function ContactAnswers({ view: { duplicate }, onKeep }: AnswersProps<'contact'>) {
  const { enqueue } = useCommand();
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
      <Button onClick={onKeep}>{texts.keepBoth}</Button>
    </div>
  );
}

function OrderAnswers({ view: { own, duplicate }, onKeep }: AnswersProps<'order'>) {
  const handleShare = async () => {
    const text = texts.duplicateOrderText(own.fullcode, duplicate.fullcode);
    const message = texts.shared[await shareText(texts.duplicatesTitle, text)];
    if (message) notify({ title: texts.duplicatesTitle, message });
  };
  return (
    <>
      <p className={styles.fact}>
        <TriangleAlert size={20} />
        <span>{texts.duplicateOrderWhy}</span>
      </p>
      <div className={styles.actions}>
        <Button icon={<Share2 size={20} />} onClick={() => void handleShare()}>
          {texts.share}
        </Button>
        <Button onClick={onKeep}>{texts.readPayload}</Button>
      </div>
    </>
  );
}
