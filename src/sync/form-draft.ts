import type { Clock } from '#kit/clock.ts';
import { fingerprint } from '#kit/fingerprint.ts';
import { isRecord } from '#kit/is-record.ts';
import type { Draft, OutboxDb } from '#storage/outbox-db.ts';
import { contentOf, createDrafts, withNewId } from './drafts.ts';

/**
 * Keeps a draft whose form's id another window may have saved ([S32]): then it is that of another entry, or none, if that
 * window has saved what it holds.
 */
export async function saveTyped(
  { db, now }: { db: OutboxDb; now: Clock },
  draft: Omit<Draft, 'savedAt'>,
): Promise<void> {
  const drafts = createDrafts(db, now);
  // Written at once: who opens the form again in the same moment reads it.
  await drafts.save(draft);
  const id = idOf(draft.value);
  if (id === null || (await db.entries.where('id').equals(id).count()) === 0) return;
  await db.transaction('rw', db.drafts, async () => {
    const kept = await db.drafts.get(draft.key);
    if (kept && idOf(kept.value) === id) await db.drafts.put({ ...kept, value: withNewId(kept.value) });
  });
  const content = contentOf(draft.value);
  const tap = draftTap(id, content);
  const own = db.entries.where('ownerKey').equals(draft.ownerKey);
  const saved = await own.filter(({ taps = [] }) => taps.includes(tap)).count();
  if (saved > 0) await drafts.remove(draft.key, content);
}

/** [S32] The save of a draft with this content, beside that of what its form made of it. */
export function draftTap(formId: string, content: string): string {
  return `${formId}:${fingerprint(content)}`;
}

function idOf(value: unknown): string | null {
  return isRecord(value) && typeof value.id === 'string' ? value.id : null;
}
