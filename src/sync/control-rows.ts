import { deviceClock } from '#kit/clock.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';
import { type Lease, NOBODY, readLease } from './lease.ts';

/**
 * A logical clock: each call returns a larger number than all before it, over all tabs. Refreshes and
 * confirmations are ordered by it, never by the device's clock ([S5], [S20]). Only the first number is the device's time
 * in ms, so that after the loss of an outbox it is larger than every number that the cache still holds.
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

/** What is known of a backend by its answers; nothing that is received ever takes any of it back. */
type BackendFact = 'keyed' | 'echoes-refusals' | 'never-echoes' | 'ten-digits';

/**
 * What a backend has shown. `keyed`: it returned Idempotency-Status. `echoes-refusals`: with a refusal too. `never-echoes`:
 * its configuration promises it, and a success came without it. `ten-digits`: it takes phones without the leading 7 alone.
 */
export async function isKnown(db: OutboxDb, fact: BackendFact, apiOrigin: string): Promise<boolean> {
  return (await db.control.get(`${fact}:${apiOrigin}`))?.value === true;
}

/** Remembers it. */
export async function remember(db: OutboxDb, fact: BackendFact, apiOrigin: string): Promise<void> {
  if (!(await isKnown(db, fact, apiOrigin))) {
    await db.control.put({ name: `${fact}:${apiOrigin}`, value: true });
  }
}

/** Whether this backend has ever echoed an Idempotency-Key. */
export async function isKeyed(db: OutboxDb, apiOrigin: string): Promise<boolean> {
  return isKnown(db, 'keyed', apiOrigin);
}

/** Whether it should echo keys, by its configuration, and has never done so. */
export async function neverEchoes(db: OutboxDb, apiOrigin: string): Promise<boolean> {
  return (await isKnown(db, 'never-echoes', apiOrigin)) && !(await isKeyed(db, apiOrigin));
}

/** Remembers what an echo shows; `status` is what it said. */
export async function rememberEcho(db: OutboxDb, apiOrigin: string, status: string): Promise<void> {
  await remember(db, 'keyed', apiOrigin);
  if (status === 'refused') await remember(db, 'echoes-refusals', apiOrigin);
}
