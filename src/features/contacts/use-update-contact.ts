import { useCallback } from 'react';
import type { Result } from '#kit/result.ts';
import { useCommand } from '#state/command.ts';
import type { Refusal } from '#sync/outbox.ts';
import type { ContactDraft } from './contact-form-values.ts';
import type { ContactView } from './offline/contact-book.ts';
import type { ContactValues } from './offline/contact-kinds.ts';

/** Saves what was changed. [S15] A refused entry is corrected in place; otherwise the change is queued. */
export function useUpdateContact() {
  const { enqueue, correct } = useCommand();
  return useCallback(
    (
      { key, serverId, status, entryId }: ContactView,
      { id, base }: ContactDraft,
      values: ContactValues,
      draftKey: string,
    ): Promise<Result<unknown, Refusal>> => {
      const payload = { ...values, contact: key };
      // Without a server id the refused entry is the create itself.
      if (status === 'failed' && entryId)
        return correct(entryId, serverId === null ? values : payload, draftKey);
      return enqueue({ id, kind: 'contact.update', payload, base, draftKey });
    },
    [enqueue, correct],
  );
}
