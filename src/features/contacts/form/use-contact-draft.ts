import * as v from 'valibot';
import { type DraftOf, useDraft } from '#state/draft.ts';
import { useLocal } from '#state/local.ts';
import { ContactDraft } from './contact-form-values.ts';

/** The draft of one contact form; what another version of the app wrote and cannot be read counts as none. */
export function useContactDraft(
  form: 'contact.add' | 'contact.edit',
  instance: string,
): DraftOf<ContactDraft> {
  const draft = useDraft<ContactDraft>(form, instance);
  const read = v.safeParse(ContactDraft, draft.found);
  const kept = read.success ? read.output : null;
  const id = kept?.id ?? '';
  // A draft outlives its own save only if the app was killed in that moment. Saved again under the same id it
  // would be taken for a second tap, so it is not offered.
  const looked = useLocal(
    async ({ db }) => ({ id, isSaved: (await db.entries.where('id').equals(id).count()) > 0 }),
    [id],
  );
  // Until the look-up follows, it still tells of the id before.
  if (draft.found === undefined || looked?.id !== id) return { ...draft, found: undefined };
  return { ...draft, found: looked.isSaved ? null : kept };
}
