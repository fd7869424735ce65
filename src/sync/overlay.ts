import type { Entry, OutboxDb } from '#storage/outbox-db.ts';

/** An entry that screens still lay over the cache: live, or done and not yet refreshed. */
export async function readOverlay(db: OutboxDb, ownerKey: string, kindPrefix: string): Promise<Entry[]> {
  const entries = await db.entries.where('ownerKey').equals(ownerKey).sortBy('seq');
  return entries.filter(entry => entry.kind.startsWith(kindPrefix) && entry.payload !== null);
}

/**
 * [S20] Whether the server's copy has superseded a done entry: only a refresh whose request started after the
 * entry was done can have. `seenTick` is the tick at which that refresh started, 0 for never.
 */
export function isSuperseded({ state, settledTick }: Entry, seenTick: number): boolean {
  return state === 'done' && seenTick > settledTick;
}

/** How many confirmed entries are kept as receipts. */
export const RECEIPTS_KEPT = 50;
