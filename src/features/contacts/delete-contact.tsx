import { useState } from 'react';
import { paths } from '#domain/paths.ts';
import { newId } from '#kit/ids.ts';
import { useCommand } from '#state/command.ts';
import { useDevice } from '#state/device-context.ts';
import { useSyncSummary } from '#state/sync.ts';
import { useMoment } from '#state/use-moment.ts';
import { type Entry, ownerKeyOf } from '#storage/outbox-db.ts';
import type { Refusal } from '#sync/outbox.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/modal.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { useReadBeforeSave } from './book-hooks.ts';
import styles from './contacts.module.css';
import { type ContactView, contactName, readContact, valuesOf } from './offline/contact-book.ts';
import { refusalText, texts } from './texts.ts';

type DeleteContactProps = { contact: ContactView; onClose: () => void; onDeleted: () => void };

/** Asks by name, then queues the delete; if orders still need the contact it says which. */
export function DeleteContact({ contact, onClose, onDeleted }: DeleteContactProps) {
  const { enqueue } = useCommand();
  const { reachable } = useSyncSummary();
  const keepForUndo = useUndoDelete();
  const [id] = useState(newId);
  const [busy, setBusy] = useState(false);
  const [needing, setNeeding] = useState<Entry[]>([]);
  const name = contactName(contact);
  const handleRefusal = (refusal: Refusal) => {
    if (refusal.reason === 'dependants') return setNeeding(refusal.entries);
    notify({ type: 'error', title: uiTexts.error, message: refusalText(refusal) });
    onClose();
  };
  const handleConfirm = async () => {
    setBusy(true);
    const payload = { contact: contact.key, name };
    const offerUndo = await keepForUndo(contact);
    const deleted = await enqueue({ id, kind: 'contact.delete', payload }).finally(() => setBusy(false));
    if (!deleted.ok) return handleRefusal(deleted.problem);
    // Nothing is left to be sent: the server never knew this contact.
    if (deleted.value === null) offerUndo();
    onClose();
    onDeleted();
  };
  if (needing.length > 0) return <NeededBy name={name} entries={needing} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title={texts.askDelete(name)}
      kind="danger"
      confirmLabel={uiTexts.remove}
      busy={busy}
      onConfirm={handleConfirm}
      onCancel={onClose}
    >
      <p>{whatFollows(contact, reachable)}</p>
    </ConfirmDialog>
  );
}

function whatFollows({ serverId, status }: ContactView, reachable: boolean): string {
  const mayBeThere = status === 'checking' || status === 'sending' || status === 'question';
  if (serverId !== null || mayBeThere) return reachable ? texts.deleteAtOnce : texts.deleteLater;
  return status === 'failed' ? texts.deleteRefused : texts.deleteNow;
}

function NeededBy({ name, entries, onClose }: { name: string; entries: Entry[]; onClose: () => void }) {
  const moment = useMoment();
  return (
    <Dialog
      open
      title={texts.cannotDelete(name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{uiTexts.close}</Button>
          <LinkButton kind="primary" to={paths.outbox}>
            {texts.toOutbox}
          </LinkButton>
        </>
      }
    >
      <p>{texts.neededBy(entries.length)}</p>
      <ul className={styles.bullets}>
        {entries.map(({ id, firstAt }) => (
          <li key={id}>{texts.waitingOrder(moment(firstAt))}</li>
        ))}
      </ul>
    </Dialog>
  );
}

/**
 * Undo for a contact that was never sent: look at it before it goes, and what comes back offers to bring it back for
 * a few seconds. It comes back under its own id, so that however often this is asked for, it is one entry.
 */
function useUndoDelete(): (contact: ContactView) => Promise<() => void> {
  const { session } = useDevice();
  const readBeforeSave = useReadBeforeSave();
  const { enqueue } = useCommand();
  return async contact => {
    const before = session.lastOwner();
    // Another tab may have changed it since this one asked.
    const latest = (await readBeforeSave(context => readContact(context, contact.key))) ?? contact;
    const bringBack = async () => {
      const owner = session.lastOwner();
      // Whoever has signed in meanwhile gets nobody else's contact.
      if (!owner || !before || ownerKeyOf(owner) !== ownerKeyOf(before)) return;
      const payload = valuesOf(latest);
      const back = await enqueue({ id: latest.key, kind: 'contact.create', payload });
      if (!back.ok) offer({ type: 'error', title: uiTexts.error, message: refusalText(back.problem) });
    };
    const offer = (words: Omit<Parameters<typeof notify>[0], 'action'>) =>
      notify({ ...words, action: { label: texts.takeBack, onSelect: () => void bringBack() } });
    return () =>
      offer({ type: 'info', title: texts.toastTitle, message: texts.deletedHere(contactName(latest)) });
  };
}
