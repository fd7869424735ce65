import type { Entry, OutboxDb } from '#storage/outbox-db.ts';

/** All live entries of an owner in `seq` order: those with which the outbox, or the user, is not done yet. */
export async function readLive(db: OutboxDb, ownerKey: string): Promise<Entry[]> {
  const live = await db.entries.where('state').anyOf('queued', 'unsure', 'rejected').sortBy('seq');
  return live.filter(entry => entry.ownerKey === ownerKey);
}
