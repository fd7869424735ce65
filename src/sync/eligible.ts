import type { Entry, OutboxDb } from '#storage/outbox-db.ts';
import { isDue } from './backoff.ts';
import { loadResolver } from './id-map.ts';
import { type Kinds, readPayload } from './kind.ts';
import { LIVE_STATES } from './live-entries.ts';

/** Whether the entry may be sent without a decision of the user. */
export function isSendable({ state, question }: Entry): boolean {
  return (state === 'queued' || state === 'unsure') && question === null;
}

/**
 * [S16] The entry as it stands now, if it may go: nothing earlier of the same thing still live, every reference
 * resolved, its time come, its payload understood ([S4]). Else null. It costs the rows of this one thing, because
 * of a thousand queued ones each is looked at.
 *
 * @param seen the entry as a snapshot showed it
 */
export async function findEligible(
  { db, kinds, now }: { db: OutboxDb; kinds: Kinds; now: () => number },
  seen: Entry,
): Promise<Entry | null> {
  const isReady = (entry: Entry) => isSendable(entry) && isDue(entry.nextAt, now());
  if (!isReady(seen)) return null;
  const [first] = await readLiveAbout(db, seen.ownerKey, seen.aggregate);
  if (first?.seq !== seen.seq || !isReady(first) || readPayload(kinds, first) === null) return null;
  const resolve = await loadResolver(db, first.refs);
  return first.refs.every(ref => resolve(ref) !== null) ? first : null;
}

/** The live entries about one thing in `seq` order, however much else is live. */
export async function readLiveAbout(db: OutboxDb, ownerKey: string, aggregate: string): Promise<Entry[]> {
  return (await readAbout(db, ownerKey, aggregate)).filter(({ state }) => LIVE_STATES.includes(state));
}

/** All entries about one thing in `seq` order, the confirmed ones too. */
export async function readAbout(db: OutboxDb, ownerKey: string, aggregate: string): Promise<Entry[]> {
  const about = await db.entries.where('aggregate').equals(aggregate).sortBy('seq');
  return about.filter(entry => entry.ownerKey === ownerKey);
}
