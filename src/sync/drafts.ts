import type { Clock } from '#kit/clock.ts';
import type { Draft, OutboxDb } from '#storage/outbox-db.ts';

export type Drafts = ReturnType<typeof createDrafts>;

/** Drafts live in the outbox database, because the cache may be dropped at any time. */
export function createDrafts(db: OutboxDb, now: Clock) {
  return {
    /** [S9] Keeps what is being typed; the newest save wins. */
    save: (draft: Omit<Draft, 'savedAt'>) => db.drafts.put({ ...draft, savedAt: now() }),
    read: (key: string) => db.drafts.get(key),
    remove: (key: string) => db.drafts.delete(key),
    list: (ownerKey: string) => db.drafts.where('ownerKey').equals(ownerKey).toArray(),
  };
}
