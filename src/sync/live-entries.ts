import type { Entry, EntryState, OutboxDb } from '#storage/outbox-db.ts';

/** The states of entries with which the outbox, or the user, is not done yet. */
export const LIVE_STATES: readonly EntryState[] = ['queued', 'unsure', 'rejected'];

/** What an owner has in these states. One key of the index is counted and read without a cursor. */
function inStates(db: OutboxDb, ownerKey: string, states: readonly EntryState[]) {
  const index = db.entries.where('[ownerKey+state]');
  const [only, ...others] = states;
  return only && others.length === 0
    ? index.equals([ownerKey, only])
    : index.anyOf(states.map(state => [ownerKey, state]));
}

/** What an owner has in any of these states, in `seq` order. */
export async function readStates(
  db: OutboxDb,
  ownerKey: string,
  states: readonly EntryState[],
): Promise<Entry[]> {
  return inStates(db, ownerKey, states).sortBy('seq');
}

/** How many an owner has in one state. */
export async function countState(db: OutboxDb, ownerKey: string, state: EntryState): Promise<number> {
  return inStates(db, ownerKey, [state]).count();
}

/** The first that an owner has in a state. */
export async function readFirst(
  db: OutboxDb,
  ownerKey: string,
  state: EntryState,
): Promise<Entry | undefined> {
  return inStates(db, ownerKey, [state]).first();
}

/** All live entries of an owner in `seq` order. */
export async function readLive(db: OutboxDb, ownerKey: string): Promise<Entry[]> {
  return readStates(db, ownerKey, LIVE_STATES);
}
