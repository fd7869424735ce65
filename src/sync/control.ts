import { deviceClock } from '#kit/clock.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';
import { type Lease, NOBODY, readLease } from './lease.ts';

/**
 * A logical clock: each call returns a larger number than all before it, over all tabs. Refreshes and
 * confirmations are ordered by it, never by the device's clock ([S5], [S20]). The clock only gives the first number:
 * it is above all that a lost outbox has counted, which the cache may still hold.
 */
export async function nextTick(db: OutboxDb): Promise<number> {
  return db.transaction('rw', db.control, async () => {
    const row = await db.control.get('tick');
    const tick = (typeof row?.value === 'number' ? row.value : deviceClock()) + 1;
    await db.control.put({ name: 'tick', value: tick });
    return tick;
  });
}

/** Writes the lease, inside the caller's transaction if there is one. */
export async function writeLease(db: OutboxDb, lease: Lease): Promise<void> {
  await db.control.put({ name: 'lease', value: lease });
}

/**
 * Takes the lease for a new holder, unless it is no longer the one that this context saw when its pass began:
 * then another context drains by now ([S21] fencing).
 */
export async function takeLease(
  db: OutboxDb,
  seen: Lease,
  { holder, at }: Pick<Lease, 'holder' | 'at'>,
): Promise<boolean> {
  return db.transaction('rw', db.control, async () => {
    const { turn } = await readLease(db);
    if (turn === seen.turn) await writeLease(db, { holder, at, entryId: '', turn: turn + 1 });
    return turn === seen.turn;
  });
}

/** Gives the lease back, unless somebody else took it meanwhile. */
export async function releaseLease(db: OutboxDb, holder: string): Promise<void> {
  await db.transaction('rw', db.control, async () => {
    const lease = await readLease(db);
    if (lease.holder === holder) await writeLease(db, { ...NOBODY, turn: lease.turn });
  });
}

/** Whether this backend has ever echoed an Idempotency-Key: only then it counts as keyed. */
export async function isKeyed(db: OutboxDb, apiOrigin: string): Promise<boolean> {
  return (await db.control.get(`keyed:${apiOrigin}`))?.value === true;
}

/** Remembers that this backend echoed a key. */
export async function rememberKeyed(db: OutboxDb, apiOrigin: string): Promise<void> {
  if (!(await isKeyed(db, apiOrigin))) await db.control.put({ name: `keyed:${apiOrigin}`, value: true });
}

/** A success came without the echo: what answers there now has not shown that it honours keys. */
export async function forgetKeyed(db: OutboxDb, apiOrigin: string): Promise<void> {
  await db.control.delete(`keyed:${apiOrigin}`);
}
