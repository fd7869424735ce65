import type { Entry, OutboxDb } from '#storage/outbox-db.ts';

/**
 * Takes the entries that were confirmed or refused since the user was last notified: in one transaction, so
 * that of several tabs exactly one notifies.
 */
export async function takeAnnouncements(db: OutboxDb, ownerKey: string): Promise<Entry[]> {
  const name = `announced:${ownerKey}`;
  return db.transaction('rw', db.entries, db.control, async () => {
    const settled = await db.entries.where('state').anyOf('done', 'rejected').sortBy('seq');
    const since = Number((await db.control.get(name))?.value ?? 0);
    const fresh = settled.filter(entry => entry.ownerKey === ownerKey && entry.settledTick > since);
    if (fresh.length === 0) return [];
    await db.control.put({ name, value: Math.max(...fresh.map(entry => entry.settledTick)) });
    return fresh;
  });
}
