import type { Entry, OutboxDb } from '#storage/outbox-db.ts';
import { readStates } from './live-entries.ts';
import { RECEIPTS_KEPT } from './overlay.ts';

/** Confirmed entries of an owner whose payload no refresh has superseded yet. */
export async function readConfirmed(db: OutboxDb, ownerKey: string): Promise<Entry[]> {
  const done = await readStates(db, ownerKey, ['done']);
  return done.filter(entry => entry.payload !== null);
}

/**
 * [S30] Scrubs the payloads of done entries that `superseded` names, and forgets the oldest receipts beyond the
 * last 50. Entries whose payload a screen still needs stay whatever their number.
 */
export async function scrub(
  db: OutboxDb,
  ownerKey: string,
  superseded: (entry: Entry) => boolean,
): Promise<void> {
  await db.transaction('rw', db.entries, async () => {
    const done = await readStates(db, ownerKey, ['done']);
    const spent = new Set(done.filter(entry => entry.payload !== null && superseded(entry)));
    const scrubbed = done.filter(entry => entry.payload === null || spent.has(entry));
    const kept = scrubbed.slice(-RECEIPTS_KEPT).filter(entry => spent.has(entry));
    await db.entries.bulkPut(kept.map(entry => ({ ...entry, payload: null, base: null })));
    await db.entries.bulkDelete(scrubbed.slice(0, -RECEIPTS_KEPT).map(entry => entry.seq));
  });
}
