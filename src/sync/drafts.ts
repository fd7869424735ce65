import type { Clock } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import { isRecord } from '#kit/is-record.ts';
import type { Draft, OutboxDb } from '#storage/outbox-db.ts';

export type Drafts = ReturnType<typeof createDrafts>;

/** Drafts live in the outbox database, because the cache may be dropped at any time. */
export function createDrafts(db: OutboxDb, now: Clock) {
  return {
    /** [S9] Keeps what is being typed; the newest save wins. */
    save: (draft: Omit<Draft, 'savedAt'>) => db.drafts.put({ ...draft, savedAt: now() }),
    read: (key: string) => db.drafts.get(key),
    /** `seen`: only a draft with this content; another window may have gone on with it. */
    remove: (key: string, seen?: string) =>
      db.transaction('rw', db.drafts, async () => {
        const draft = await db.drafts.get(key);
        if (draft && (seen === undefined || contentOf(draft.value) === seen)) await db.drafts.delete(key);
      }),
    list: (ownerKey: string) => db.drafts.where('ownerKey').equals(ownerKey).toArray(),
  };
}

/** What a draft holds, as a text to compare. The id of its form is none of it. */
export function contentOf(value: unknown): string {
  return JSON.stringify(isRecord(value) ? { ...value, id: undefined } : value);
}

/** [S32] A draft as that of another entry: what its form's id named is saved. */
export function withNewId(value: unknown): unknown {
  return isRecord(value) && 'id' in value ? { ...value, id: newId() } : value;
}
