import * as v from 'valibot';
import { type DraftOf, useDraft } from '#state/draft.ts';

/** [S9] What is kept of a promoter being typed: never a password. */
export const PromoterDraft = v.object({ name: v.string(), email: v.string() });
export type PromoterDraft = v.InferOutput<typeof PromoterDraft>;

/** The draft of the form; what another version of the app wrote and cannot be read counts as none. */
export function usePromoterDraft(): DraftOf<PromoterDraft> {
  const draft = useDraft<PromoterDraft>('promoter.add', 'new');
  if (draft.found === undefined) return draft;
  const read = v.safeParse(PromoterDraft, draft.found);
  return { ...draft, found: read.success ? read.output : null };
}
