import type { Clock } from '#kit/clock.ts';
import type { Draft, OutboxDb } from '#storage/outbox-db.ts';

export type Drafts = {
  /** [S9] Keeps what is being typed; the newest save wins. */
  save(draft: Omit<Draft, 'savedAt'>): Promise<void>;
  read(key: string): Promise<Draft | undefined>;
  remove(key: string): Promise<void>;
  list(ownerKey: string): Promise<Draft[]>;
};

/** Drafts live in the outbox database, because the cache may be dropped at any time. */
export function createDrafts(db: OutboxDb, now: Clock): Drafts {
  return {
    save: async draft => void (await db.drafts.put({ ...draft, savedAt: now() })),
    read: key => db.drafts.get(key),
    remove: key => db.drafts.delete(key),
    list: ownerKey => db.drafts.where('ownerKey').equals(ownerKey).toArray(),
  };
}
