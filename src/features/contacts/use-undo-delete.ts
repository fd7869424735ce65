import { useCallback } from 'react';
import { useCommand } from '#state/command.ts';
import { useDevice } from '#state/device.ts';
import { localContext } from '#state/local.ts';
import { useSession } from '#state/session.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { notify } from '#ui/toast.tsx';
import { contactName } from './contact-name.ts';
import { type ContactView, readContact, valuesOf } from './offline/contact-book.ts';
import { refusalText } from './refusal-text.ts';
import { texts } from './texts.ts';

/**
 * Undo for a contact that was never sent: look at it before it goes, and what comes back offers to bring it back for
 * a few seconds. It comes back under its own id, so that however often this is asked for, it is one entry.
 */
export function useUndoDelete(): (contact: ContactView) => Promise<() => void> {
  const device = useDevice();
  const { held } = useSession();
  const { enqueue } = useCommand();
  return useCallback(
    async contact => {
      const context = localContext(device, held);
      // Another tab may have changed it since this one asked.
      const latest = (context && (await readContact(context, contact.key))) ?? contact;
      const { key: id } = latest;
      const payload = valuesOf(latest);
      const bringBack = async () => {
        const owner = device.session.lastOwner();
        // Whoever has signed in meanwhile gets nobody else's contact.
        if (!owner || ownerKeyOf(owner) !== context?.ownerKey) return;
        const back = await enqueue({ id, kind: 'contact.create', payload });
        if (!back.ok) offer({ type: 'error', title: texts.errorTitle, message: refusalText(back.problem) });
      };
      const offer = (words: Omit<Parameters<typeof notify>[0], 'action'>) =>
        notify({ ...words, action: { label: texts.takeBack, onSelect: () => void bringBack() } });
      return () =>
        offer({ type: 'info', title: texts.toastTitle, message: texts.deletedHere(contactName(latest)) });
    },
    [device, held, enqueue],
  );
}
