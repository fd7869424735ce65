import type { Entry, EntryState, OutboxDb } from '#storage/outbox-db.ts';

/** The states of entries with which the outbox, or the user, is not done yet. */
export const LIVE_STATES: readonly EntryState[] = ['queued', 'unsure', 'rejected'];

/** What an owner has in one state: counted and read without a cursor. */
export function inState(db: OutboxDb, ownerKey: string, state: EntryState) {
  return db.entries.where('[ownerKey+state]').equals([ownerKey, state]);
}

/** What an owner has in any of these states, in `seq` order. */
export async function readStates(
  db: OutboxDb,
  ownerKey: string,
  states: readonly EntryState[],
): Promise<Entry[]> {
  const keys = states.map(state => [ownerKey, state]);
  return db.entries.where('[ownerKey+state]').anyOf(keys).sortBy('seq');
}

/** All live entries of an owner in `seq` order. */
export async function readLive(db: OutboxDb, ownerKey: string): Promise<Entry[]> {
  return readStates(db, ownerKey, LIVE_STATES);
}

/** The confirmed entries of an owner in `seq` order. */
export async function readDone(db: OutboxDb, ownerKey: string): Promise<Entry[]> {
  return inState(db, ownerKey, 'done').sortBy('seq');
}
