import { draftPath } from '#domain/draft-path.ts';
import { instanceOf, listDrafts } from '#sync/drafts.ts';
import type { ReadContext } from '#sync/read-context.ts';

/** Every unfinished form that can be opened again, newest first. `to` opens it where it was left. */
export async function readDrafts({ db, ownerKey, wallClock }: ReadContext) {
  const drafts = await listDrafts(db, ownerKey);
  return drafts.flatMap(draft => {
    const { key, form, savedAt } = draft;
    const to = draftPath(form, instanceOf(draft));
    return to === null ? [] : [{ key, form, savedAt: wallClock(savedAt), to }];
  });
}
