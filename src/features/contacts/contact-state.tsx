import { paths, pathTo } from '#domain/paths.ts';
import { useCommand } from '#state/command.ts';
import type { EntryStatus } from '#sync/entry-status.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Chip, type EntryAppearance, StateChip, stripeOf, wordOf } from '#ui/chip.tsx';
import { TriangleAlert } from '#ui/icons.ts';
import { Trash2, Undo2 } from '#ui/icons-of-screens.ts';
import { firstLine, ServerWords } from '#ui/remote/server-words.tsx';
import { toServerWords } from '#ui/remote/to-server-words.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import styles from './contacts.module.css';
import { changedElsewhere } from './offline/compare-versions.ts';
import type { ContactView } from './offline/contact-book.ts';
import { refusalText, texts } from './texts.ts';

/** What the outbox says of a contact, as a chip; nothing once the server has it. */
export function ContactChip({ contact }: { contact: ContactView }) {
  const appearance = appearanceOf(contact.status);
  if (appearance === null) return null;
  if (!contact.isDeleting) return <StateChip state={appearance} />;
  const label = DELETE_LABELS[appearance];
  if (label) return <StateChip state={appearance} text={label} />;
  return (
    <Chip tone="warn" icon={<Trash2 size={16} />}>
      {texts.willBeDeleted}
    </Chip>
  );
}

/** A delete has words of its own; those without one wait for a connection. */
const DELETE_LABELS: Partial<Record<EntryAppearance, string>> = {
  sending: texts.isDeletingNow,
  checking: texts.checkingDelete,
  failed: texts.notDeleted,
  held: texts.willBeDeletedAfterSignIn,
};

/** Why the server refused, or what it has instead, and the ways out: fix it, compare, or take a delete back. */
export function ContactRemedy({ contact }: { contact: ContactView }) {
  const { status, entryId, isDeleting, key } = contact;
  if (entryId === null) return null;
  const inConflict = isInConflict(contact);
  return (
    <>
      {status === 'failed' && (
        <div className={styles.reason}>
          <ServerWords words={reasonOf(contact)} />
        </div>
      )}
      {inConflict && (
        <Chip tone="warn" icon={<TriangleAlert size={16} />}>
          {texts.changedElsewhere}
        </Chip>
      )}
      {(inConflict || (status === 'failed' && !isDeleting)) && (
        <LinkButton to={pathTo(paths.contactEdit, { id: key })}>
          {inConflict ? texts.compare : uiTexts.fix}
        </LinkButton>
      )}
      {isDeleting && !isUnderWay(contact) && <TakeBack contact={contact} />}
      {status === 'question' && <LinkButton to={paths.outbox}>{texts.toOutbox}</LinkButton>}
    </>
  );
}

function TakeBack({ contact }: { contact: ContactView }) {
  const { takeBack, repeat } = useDeleteCommands(contact);
  return (
    <div className={styles.remedies}>
      <Button icon={<Undo2 size={20} />} onClick={takeBack}>
        {texts.takeBack}
      </Button>
      {contact.status === 'failed' && <Button onClick={repeat}>{uiTexts.retry}</Button>}
    </div>
  );
}

/** What can be done about a delete that was not sent, or was refused. */
export function useDeleteCommands({ entryId }: ContactView) {
  const { discard, retry } = useCommand();
  const run = async (command: typeof discard | typeof retry) => {
    const done = entryId !== null && (await command(entryId));
    if (done && !done.ok) notify({ type: 'error', title: uiTexts.error, message: refusalText(done.problem) });
  };
  return { takeBack: () => void run(discard), repeat: () => void run(retry) };
}

/** Whether the newest entry about a contact may reach the server just now. */
export function isUnderWay({ status }: ContactView): boolean {
  return status === 'sending' || status === 'checking';
}

/** The server tells something that a queued or refused change was not made from. */
function isInConflict(contact: ContactView): boolean {
  const { change } = contact;
  return change !== null && changedElsewhere([change.base], contact, change.server).length > 0;
}

function reasonOf({ error }: ContactView): string {
  return (error && toServerWords(error)) || texts.refused;
}

/** The state of a contact in a few words, for a row; null once the server has it. */
export function describeState(contact: ContactView): { tone: 'warn' | 'err' | 'info'; words: string } | null {
  const appearance = appearanceOf(contact.status);
  if (appearance === null) return null;
  if (isInConflict(contact)) return { tone: 'warn', words: texts.changedElsewhere };
  const word = contact.isDeleting ? (DELETE_LABELS[appearance] ?? texts.willBeDeleted) : wordOf(appearance);
  const reason = contact.status === 'failed' ? `: ${firstLine(reasonOf(contact))}` : '';
  return { tone: stripeOf(appearance) ?? 'info', words: `${word}${reason}` };
}

/** How a contact's state looks; null once there is nothing to say. */
function appearanceOf(status: EntryStatus | null): EntryAppearance | null {
  if (status === 'question') return 'checking';
  if (status === 'parked') return 'queued';
  return status === 'done' ? null : status;
}
