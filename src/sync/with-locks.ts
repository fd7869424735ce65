import { AUTH_LOCK } from '#api/api.ts';
import { type Clock, SECOND_MS } from '#kit/clock.ts';
import type { WithLock } from '#kit/locks.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';
import { DRAIN_LOCK, isExpired, readLease } from './lease.ts';

/** How long signing out waits for a pass that is under way. */
const SIGN_OUT_TIMEOUT_MS = 2 * SECOND_MS;

export type LockDeps = { db: OutboxDb; withLock: WithLock; now: Clock };

/** Runs `work` while nobody drains and nobody renews tokens. A frozen drainer is not waited for. */
export async function withLocks<Outcome>(deps: LockDeps, work: () => Promise<Outcome>): Promise<Outcome> {
  const frozen = isExpired(await readLease(deps.db), deps.now());
  const locked = () => deps.withLock(AUTH_LOCK, work);
  return deps.withLock(DRAIN_LOCK, locked, frozen ? { steal: true } : undefined);
}

/**
 * The same for signing out, which must not wait long: a pass that hangs on a dead network loses its lock.
 * That is safe: nothing is sent for a user who has signed out ([S27]), and an answer that comes late is still
 * true ([S12]).
 */
export async function withLocksOrSteal(deps: LockDeps, work: () => Promise<void>): Promise<void> {
  let done: Promise<void> | null = null;
  const once = () => {
    done ??= work();
    return done;
  };
  const patiently = withLocks(deps, once);
  const impatiently = new Promise<void>((resolve, reject) => {
    setTimeout(() => {
      const isUnderWay = done !== null;
      (isUnderWay ? patiently : deps.withLock(DRAIN_LOCK, once, { steal: true })).then(resolve, reject);
    }, SIGN_OUT_TIMEOUT_MS);
  });
  await Promise.race([patiently.catch(() => impatiently), impatiently]);
}
