import { useLocal } from './local.ts';

/** Whether another window has saved this form, by its id ([S32]); not while this one is saving it itself. */
export function useSavedElsewhere(
  id: string,
  { isSubmitting, isSubmitSuccessful }: { isSubmitting: boolean; isSubmitSuccessful: boolean },
): boolean {
  const reading = useLocal(
    async ({ db }) => ({ id, isSaved: (await db.entries.where('id').equals(id).count()) > 0 }),
    [id],
  );
  return reading?.id === id && reading.isSaved && !isSubmitting && !isSubmitSuccessful;
}
