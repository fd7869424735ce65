import { useCallback } from 'react';
import type { Result } from '#kit/result.ts';
import { useCommand } from '#state/command.ts';
import type { Refusal } from '#sync/outbox.ts';
import type { ContactView } from '../offline/contact-book.ts';
import type { ContactValues } from '../offline/contact-kinds.ts';
import type { ContactDraft } from './contact-form-values.ts';

/** `hasSettled`: the user chose between this device's version and the server's, and `start.base` knows of it. */
export type ContactChange = {
  contact: ContactView;
  start: ContactDraft;
  hasSettled: boolean;
  draftKey: string;
};

/** Saves what was changed. [S15] A refused entry is corrected in place; otherwise the change is queued. */
export function useUpdateContact() {
  const { enqueue, correct } = useCommand();
  return useCallback(
    (
      { contact, start, hasSettled, draftKey }: ContactChange,
      values: ContactValues,
    ): Promise<Result<unknown, Refusal>> => {
      const { key, serverId, status, entryId } = contact;
      const payload = { ...values, contact: key };
      // Without a server id the refused entry is the create itself.
      if (status === 'failed' && entryId && !hasSettled)
        return correct(entryId, serverId === null ? values : payload, draftKey);
      const { id, base } = start;
      return enqueue({ id, kind: 'contact.update', payload, base, rebase: hasSettled, draftKey });
    },
    [enqueue, correct],
  );
}
