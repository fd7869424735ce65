import { MINUTE_MS } from '#kit/clock.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';

/** The lock of the one drainer. Always taken before `auth` ([S21], [S25]). */
export const DRAIN_LOCK = 'drain';

/**
 * Who drains, since when, and which entry is on its way. Read by every tab, so it lives in the database. `turn`
 * counts the holders, so that one who slept meanwhile sees that there have been others.
 */
export type Lease = { holder: string; at: number; entryId: string; turn: number };

/** [S21] A lease not renewed for this long belongs to a frozen context. */
export const LEASE_MS = 1.5 * MINUTE_MS;

/** The lease while nobody drains. */
export const NOBODY: Lease = { holder: '', at: 0, entryId: '', turn: 0 };

/** The current lease; `holder` is '' when nobody drains. */
export async function readLease(db: OutboxDb): Promise<Lease> {
  const row = await db.control.get('lease');
  return { ...NOBODY, ...(row?.value as Partial<Lease> | undefined) }; // written by writeLease alone, once without turn
}

/** Whether the holder has not shown up for longer than a lease lasts. */
export function isExpired(lease: Lease, now: number): boolean {
  return lease.holder !== '' && outlasts(lease.at, now);
}

/** Whether more time than a lease lasts lies between the two; a clock set back counts as that too ([S5]). */
export function outlasts(since: number, now: number): boolean {
  return Math.abs(now - since) > LEASE_MS;
}
