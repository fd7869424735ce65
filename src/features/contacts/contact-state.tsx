import { paths, pathTo } from '#domain/paths.ts';
import { useCommand } from '#state/command.ts';
import type { EntryStatus } from '#sync/entry-status.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Chip, type EntryAppearance, StateChip } from '#ui/chip.tsx';
import { TriangleAlert } from '#ui/icons.ts';
import { Trash2, Undo2 } from '#ui/icons-of-screens.ts';
import { ServerWords } from '#ui/remote/server-words.tsx';
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
  const { status, entryId, error, isDeleting, key, change } = contact;
  if (entryId === null) return null;
  const reason = (error && toServerWords(error)) || texts.refused;
  // The server tells something that a queued or refused change was not made from.
  const inConflict = change !== null && changedElsewhere([change.base], contact, change.server).length > 0;
  const isBeingSent = status === 'sending' || status === 'checking';
  return (
    <>
      {status === 'failed' && (
        <div className={styles.reason}>
          <ServerWords words={reason} />
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
      {isDeleting && !isBeingSent && <TakeBack entryId={entryId} hasFailed={status === 'failed'} />}
      {status === 'question' && <LinkButton to={paths.outbox}>{texts.toOutbox}</LinkButton>}
    </>
  );
}

function TakeBack({ entryId, hasFailed }: { entryId: string; hasFailed: boolean }) {
  const { discard, retry } = useCommand();
  const run = async (command: typeof discard | typeof retry) => {
    const done = await command(entryId);
    if (!done.ok) notify({ type: 'error', title: uiTexts.error, message: refusalText(done.problem) });
  };
  return (
    <div className={styles.remedies}>
      <Button icon={<Undo2 size={20} />} onClick={() => run(discard)}>
        {texts.takeBack}
      </Button>
      {hasFailed && <Button onClick={() => run(retry)}>{uiTexts.retry}</Button>}
    </div>
  );
}

/** How a contact's state looks; null once there is nothing to say. */
export function appearanceOf(status: EntryStatus | null): EntryAppearance | null {
  if (status === 'question') return 'checking';
  if (status === 'parked') return 'queued';
  return status === 'done' ? null : status;
}
