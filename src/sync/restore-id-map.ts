import type { OutboxDb } from '#storage/outbox-db.ts';
import { keyOf } from './id-map.ts';

/**
 * [S18] After the id map was lost, receipts still tell what became of the things that were made here: else an order
 * would wait for ever for a contact that has long arrived. Older things than the receipts stay unknown.
 */
export async function restoreIdMap(db: OutboxDb): Promise<void> {
  if ((await db.idMap.count()) > 0) return;
  const done = await db.entries.where('state').equals('done').toArray();
  const pairs = done.flatMap(({ id, aggregate, ownerKey, serverId }) => {
    const localId = keyOf(aggregate);
    // Only what makes a thing has the thing's own key.
    const noun = aggregate.slice(0, -localId.length - 1);
    return id === localId && serverId !== null ? [{ localId, ownerKey, noun, serverId }] : [];
  });
  await db.idMap.bulkPut(pairs);
}
