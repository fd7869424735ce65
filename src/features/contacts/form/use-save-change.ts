import { useState } from 'react';
import { newId } from '#kit/ids.ts';
import { type Result, success } from '#kit/result.ts';
import { useCommand } from '#state/command.ts';
import type { DraftOf } from '#state/draft.ts';
import type { Entry } from '#storage/outbox-db.ts';
import type { Refusal } from '#sync/outbox.ts';
import type { ContactView } from '../offline/contact-book.ts';
import type { ContactValues } from '../offline/contact-kinds.ts';
import { type ContactDraft, type SaveContact, savedAs } from './contact-form.ts';
import type { useVersions } from './versions.tsx';

type Editing = Pick<ReturnType<typeof useVersions>, 'start' | 'settledBase' | 'versions'> & {
  contact: ContactView;
  draft: DraftOf<ContactDraft>;
};

const NOTHING_SHOWN = { conflicts: {}, id: '' };

/** Saves a change of a known contact over what another window may have saved meanwhile ([S32]). */
export function useSaveChange({ contact, draft, start, settledBase, versions }: Editing): SaveContact {
  const { enqueue, correct } = useCommand();
  // What another window has saved, as the user has been told; `id`: that was saved under this form's own.
  const [shown, setShown] = useState(NOTHING_SHOWN);
  const { key, serverId, status, entryId } = contact;
  const { hasSettled } = versions;
  /** [S15] A refused entry is corrected in place; otherwise the change is queued. */
  const keep = (values: ContactValues): Promise<Result<Entry | null, Refusal>> => {
    const payload = { ...values, contact: key };
    const form = { ...draft.take(), from: start.base && { ...start.base, ...shown.conflicts } };
    // Without a server id the refused entry is the create itself.
    if (status === 'failed' && entryId && !hasSettled)
      return correct(entryId, serverId === null ? values : payload, form);
    const base = hasSettled ? settledBase : form.from;
    const id = shown.id || start.id;
    return enqueue({ id, kind: 'contact.update', payload, base, rebase: hasSettled, ...form });
  };
  return async values => {
    const saved = await keep(values);
    if (saved.ok) {
      setShown(NOTHING_SHOWN);
      return success(saved.value ? savedAs(saved.value, values) : { id: start.id, values });
    }
    if (saved.problem.reason === 'changed')
      setShown({ conflicts: { ...shown.conflicts, ...saved.problem.conflicts }, id: newId() });
    return saved;
  };
}
