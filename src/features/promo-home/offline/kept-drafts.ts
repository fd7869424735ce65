import { draftPath } from '#domain/draft-path.ts';
import type { ReadContext } from '#sync/read-context.ts';

/** Every unfinished form that can be opened again, newest first. `to` opens it where it was left. */
export async function readDrafts({ db, ownerKey, wallClock }: ReadContext) {
  const drafts = await db.drafts.where('ownerKey').equals(ownerKey).sortBy('savedAt');
  const opened = drafts.map(draft => {
    const { key, form, savedAt } = draft;
    const to = draftPath(form, key.slice(`${ownerKey}|${form}|`.length));
    return to === null ? null : { key, form, savedAt: wallClock(savedAt), to };
  });
  return opened.filter(draft => draft !== null).reverse();
}
