import { type Result, success } from '#kit/result.ts';
import type { Entry, OutboxDb } from '#storage/outbox-db.ts';
import { draftsAt, withContent } from './drafts.ts';
import { draftTap, tapsOf, withTaps } from './taps.ts';

/** The draft of what is saved: its form, and its content as this window knows it. */
export type DraftRef = { draftKey?: string; draftSeen?: string };

/** [S32] A draft goes with the save of its own content; what another window has typed stays. */
export async function settleDraft(db: OutboxDb, { draftKey, draftSeen = '' }: DraftRef): Promise<void> {
  if (!draftKey) return;
  const saved = withContent(await draftsAt(db, draftKey), draftSeen);
  await db.drafts.bulkDelete(saved.map(({ key }) => key));
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
