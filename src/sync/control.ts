import { MINUTE_MS } from '#kit/clock.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';

/** The lock of the one drainer. Always taken before `auth` ([S21], [S25]). */
export const DRAIN_LOCK = 'drain';

/** Who drains, since when, and which entry is on its way. Read by every tab, so it lives in the database. */
export type Lease = { holder: string; at: number; entryId: string };

/** [S21] A lease not renewed for this long belongs to a frozen context. */
export const LEASE_MS = 1.5 * MINUTE_MS;

const NOBODY: Lease = { holder: '', at: 0, entryId: '' };

/**
 * A logical clock: each call returns a larger number than all before it, over all tabs. Refreshes and
 * confirmations are ordered by it, never by the device's clock ([S5], [S20]).
 */
export async function nextTick(db: OutboxDb): Promise<number> {
  return db.transaction('rw', db.control, async () => {
    const row = await db.control.get('tick');
    const tick = (typeof row?.value === 'number' ? row.value : 0) + 1;
    await db.control.put({ name: 'tick', value: tick });
    return tick;
  });
}

/** The current lease; `holder` is '' when nobody drains. */
export async function readLease(db: OutboxDb): Promise<Lease> {
  const row = await db.control.get('lease');
  return (row?.value as Lease | undefined) ?? NOBODY; // written by writeLease alone
}

/** Writes the lease, inside the caller's transaction if there is one. */
export async function writeLease(db: OutboxDb, lease: Lease): Promise<void> {
  await db.control.put({ name: 'lease', value: lease });
}

/**
 * Takes the lease for a new holder, unless it is no longer the one that this context saw when its pass began:
 * then another context drains by now ([S21] fencing).
 */
export async function takeLease(db: OutboxDb, seen: Lease, lease: Lease): Promise<boolean> {
  return db.transaction('rw', db.control, async () => {
    const current = await readLease(db);
    const isSeen = current.holder === seen.holder && current.at === seen.at;
    if (isSeen) await writeLease(db, lease);
    return isSeen;
  });
}

/** Gives the lease back, unless somebody else took it meanwhile. */
export async function releaseLease(db: OutboxDb, holder: string): Promise<void> {
  await db.transaction('rw', db.control, async () => {
    const lease = await readLease(db);
    if (lease.holder === holder) await writeLease(db, NOBODY);
  });
}

/** Whether the holder has not shown up for longer than a lease lasts; a clock set back counts as that too. */
export function isExpired(lease: Lease, now: number): boolean {
  return lease.holder !== '' && Math.abs(now - lease.at) > LEASE_MS;
}

/** Whether this backend has ever echoed an Idempotency-Key: only then it counts as keyed. */
export async function isKeyed(db: OutboxDb, apiOrigin: string): Promise<boolean> {
  return (await db.control.get(`keyed:${apiOrigin}`))?.value === true;
}

/** Remembers that this backend echoed a key. */
export async function rememberKeyed(db: OutboxDb, apiOrigin: string): Promise<void> {
  if (!(await isKeyed(db, apiOrigin))) await db.control.put({ name: `keyed:${apiOrigin}`, value: true });
}
