import type { Entry, OutboxDb } from '#storage/outbox-db.ts';
import { draftsAt, withContent } from './drafts.ts';
import { draftTap, tapsOf, withTaps } from './taps.ts';

/** The draft of what is saved: its form, and its content as this window knows it. */
export type DraftRef = { draftKey?: string; draftSeen?: string };

/**
 * [S32] A draft goes with the save of its own content; what another window has typed stays. The entry remembers what the
 * draft held: another window's draft with the same content is none.
 */
export async function settleDraft(
  db: OutboxDb,
  { id = '', draftKey, draftSeen }: DraftRef & { id?: string },
  entry: Entry | null,
): Promise<void> {
  if (!draftSeen) return;
  if (entry) await db.entries.put(withTaps(entry, [...tapsOf(entry), draftTap(id, draftSeen)]));
  const saved = draftKey ? withContent(await draftsAt(db, draftKey), draftSeen) : [];
  await db.drafts.bulkDelete(saved.map(({ key }) => key));
}
