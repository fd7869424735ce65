import type { KeyValueStorage } from '#api/auth-state.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';
import { inState, LIVE_STATES } from './live-entries.ts';

const PREFIX = 'application.unsent|';

/** Before an owner's key: the row of the outbox database that says how many were lost, until the user has seen it. */
export const LOST_PREFIX = 'lost:';

/**
 * Keeps in local storage how many entries each owner has unsent: when the outbox is lost, that number is what is left.
 * To be called at a start, with `isStart`, and whenever entries may have changed. Resolves with the owners of whom
 * there was something unsent at the last look and now there is no entry at all, not even a confirmed one.
 */
export async function noteUnsent(
  db: OutboxDb,
  storage: KeyValueStorage,
  ownerKey: string | null,
  isStart: boolean,
): Promise<string[]> {
  const names = Object.keys(storage).filter(name => name.startsWith(PREFIX));
  // Copied first: another call may change them during the count.
  const knownOf = new Map(names.map(name => [name.slice(PREFIX.length), Number(storage.getItem(name))]));
  if (ownerKey !== null && !knownOf.has(ownerKey)) knownOf.set(ownerKey, 0);
  const lost: string[] = [];
  for (const [owner, known] of knownOf) {
    const counts = await Promise.all(LIVE_STATES.map(state => inState(db, owner, state).count()));
    const unsent = counts.reduce((sum, count) => sum + count, 0);
    if (isStart && known > 0 && unsent + (await inState(db, owner, 'done').count()) === 0) {
      await db.control.put({ name: LOST_PREFIX + owner, value: known });
      lost.push(owner);
    }
    if (unsent > 0) storage.setItem(PREFIX + owner, String(unsent));
    else storage.removeItem(PREFIX + owner);
  }
  return lost;
}

/** How many entries of an owner were lost, 0 once the user has seen it. */
export async function readLost(db: OutboxDb, ownerKey: string): Promise<number> {
  return Number((await db.control.get(LOST_PREFIX + ownerKey))?.value ?? 0);
}
