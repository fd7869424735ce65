import type { Entry, OutboxDb } from '#storage/outbox-db.ts';
import { readDone } from './live-entries.ts';

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

/** Confirmed entries of an owner whose payload no refresh has superseded yet. */
export async function readConfirmed(db: OutboxDb, ownerKey: string): Promise<Entry[]> {
  return (await readDone(db, ownerKey)).filter(entry => entry.payload !== null);
}

/** How many confirmed entries are kept as receipts. */
export const RECEIPTS_KEPT = 50;

/**
 * [S30] Scrubs the payloads of done entries that `superseded` names, and forgets the oldest receipts beyond the
 * last 50. Entries whose payload a screen still needs stay whatever their number.
 */
export async function erasePayloads(
  db: OutboxDb,
  ownerKey: string,
  superseded: (entry: Entry) => boolean,
): Promise<void> {
  await db.transaction('rw', db.entries, async () => {
    const done = await readDone(db, ownerKey);
    const spent = new Set(done.filter(entry => entry.payload !== null && superseded(entry)));
    const scrubbed = done.filter(entry => entry.payload === null || spent.has(entry));
    const kept = scrubbed.slice(-RECEIPTS_KEPT).filter(entry => spent.has(entry));
    await db.entries.bulkPut(kept.map(entry => ({ ...entry, payload: null, base: null })));
    await db.entries.bulkDelete(scrubbed.slice(0, -RECEIPTS_KEPT).map(entry => entry.seq));
  });
}
