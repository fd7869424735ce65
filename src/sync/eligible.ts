import type { Entry } from '#storage/outbox-db.ts';
import { isDue } from './backoff.ts';

/** Whether the entry may be sent without asking anybody. */
export function isSendable({ state, question }: Entry): boolean {
  return (state === 'queued' || state === 'unsure') && question === null;
}

/**
 * [S16] [S17] The first entry in `seq` order that may go now: owned by the token's subject, nothing earlier of
 * the same thing still live, every reference resolved, its time come. What cannot go is skipped.
 *
 * @param live all live entries of this owner, ordered by `seq`
 * @param resolved whether the server already knows a local id
 * @param understands whether this build can read the entry ([S4])
 */
export function nextEligible(
  live: readonly Entry[],
  resolved: (localId: string) => boolean,
  understands: (entry: Entry) => boolean,
  now: number,
): Entry | undefined {
  const busy = new Set<string>();
  for (const entry of live) {
    const first = !busy.has(entry.aggregate);
    busy.add(entry.aggregate);
    const ready = first && isSendable(entry) && isDue(entry.nextAt, now) && entry.refs.every(resolved);
    if (ready && understands(entry)) return entry;
  }
  return undefined;
}
