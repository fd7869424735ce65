import { type Result, success } from '#kit/result.ts';
import type { Entry, OutboxDb } from '#storage/outbox-db.ts';
import { contentOf, withNewId } from './drafts.ts';
import { draftTap } from './save-typed.ts';
import { tapsOf, withTaps } from './taps.ts';

/** The draft of what is saved. `draftSeen`: its content as this form knows it; without, whatever it says. */
export type DraftRef = { draftKey?: string; draftSeen?: string };

/**
 * [S32] A draft goes with the save of its own content. What another window has typed since stays, under an id of its
 * own: that of the form is an entry now.
 */
export async function settleDraft(db: OutboxDb, { draftKey, draftSeen }: DraftRef): Promise<void> {
  const draft = draftKey ? await db.drafts.get(draftKey) : undefined;
  if (!draft) return;
  const { key, value } = draft;
  if (draftSeen === undefined || contentOf(value) === draftSeen) await db.drafts.delete(key);
  else await db.drafts.put({ ...draft, value: withNewId(value) });
}

/** [S32] What a form's draft held goes into the saves of its entry: another window's draft with the same content is none. */
export async function rememberDraft<Refusal>(
  db: OutboxDb,
  { id, draftSeen }: DraftRef & { id: string },
  saved: Result<Entry | null, Refusal>,
): Promise<Result<Entry | null, Refusal>> {
  if (!saved.ok || !saved.value || !draftSeen) return saved;
  const entry = withTaps(saved.value, [...tapsOf(saved.value), draftTap(id, draftSeen)]);
  await db.entries.put(entry);
  return success(entry);
}
