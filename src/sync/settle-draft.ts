import type { OutboxDb } from '#storage/outbox-db.ts';
import { contentOf, withNewId } from './drafts.ts';

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
