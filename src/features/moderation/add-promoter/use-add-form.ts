import * as v from 'valibot';
import { addPromoter } from '#contract/moderation.ts';
import { newId } from '#kit/ids.ts';
import { failure } from '#kit/result.ts';
import { type DraftOf, useDraft } from '#state/draft.ts';
import { useAction } from '#state/remote/use-action.ts';
import { useForm } from '#ui/form/use-form.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { toAddPromoterFailure } from './add-promoter-failure.ts';
import type { AddedPerson } from './cards/use-new-accounts.ts';
import { emptyForm, PromoterForm } from './promoter-form.ts';
import { texts } from './texts.ts';

/** [S9] What is kept of a promoter being typed: never a password. */
const PromoterDraft = v.object({ name: v.string(), email: v.string() });
export type PromoterDraft = v.InferOutput<typeof PromoterDraft>;

/** The draft of the form; what another version of the app wrote and cannot be read counts as none. */
export function usePromoterDraft(): DraftOf<PromoterDraft> {
  const draft = useDraft<PromoterDraft>('promoter.add', 'new');
  if (draft.found === undefined) return draft;
  const read = v.safeParse(PromoterDraft, draft.found);
  return { ...draft, found: read.success ? read.output : null };
}

/** The fields of a new promoter, what of them is kept, and how they get to the server. */
export function useAddForm(draft: DraftOf<PromoterDraft>, onAdded: (person: AddedPerson) => void) {
  const add = useAction(addPromoter);
  const form = useForm(PromoterForm, {
    values: { ...emptyForm, ...draft.found },
    pristine: emptyForm,
    draft: {
      save: ({ name, email }) => draft.save({ name, email }),
      clear: draft.clear,
      without: ['password', 'password_confirmation'],
    },
  });
  const save = async (values: PromoterForm) => {
    const answer = await add(values).catch((cause: unknown) => {
      // Nobody has classified this one; the form says it as well.
      notify({ type: 'error', title: uiTexts.error, message: uiTexts.systemError });
      throw cause;
    });
    if (answer.ok) return answer;
    const { refused, notice } = toAddPromoterFailure(answer.problem);
    if (notice) notify(notice);
    return failure(refused);
  };
  const submit = form.submit(save, async ({ email }, values) => {
    await draft.clear();
    notify({ type: 'success', title: texts.toastTitle, message: texts.added });
    onAdded({ key: newId(), name: values.name, email: email || values.email, password: values.password });
  });
  return { form, submit };
}
