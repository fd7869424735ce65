import { pullContactPage } from '#features/contacts/offline/pull-contacts.ts';
import { duplicateTexts } from '#features/outbox/duplicate-texts.ts';
import { recordDuplicates } from '#features/outbox/offline/duplicates.ts';
import { isKeyed } from '#sync/control.ts';
import { type PullContext, pullOwnerKey } from '#sync/pull.ts';
import { notify } from '#ui/toast.tsx';

/** After a refresh: tells once of what is on the server twice though it was saved here once. */
export async function notifyDuplicates(pulls: PullContext): Promise<void> {
  const { db, cache } = pulls;
  const fresh = await recordDuplicates({ db, cache, ownerKey: pullOwnerKey(pulls) });
  if (fresh.length > 0)
    notify({ type: 'warning', title: duplicateTexts.title, message: duplicateTexts.where });
}

/** After a pass: a backend without keys is asked for its newest contacts, where a second delivery would show. */
export async function notifyDuplicatesAfterPass(pulls: PullContext): Promise<void> {
  if (await isKeyed(pulls.db, pulls.owner.apiOrigin)) return;
  await pullContactPage(pulls, 1);
  await notifyDuplicates(pulls);
}
