import type { Entry, OutboxDb } from '#storage/outbox-db.ts';
import { loadResolver } from './id-map.ts';
import { type Kinds, type Resolve, readPayload } from './kind.ts';
import { isExpired, readLease } from './lease.ts';

/**
 * What a screen says of an entry; derived, never stored.
 *
 * queued · sending · checking (outcome unknown) · failed (refused) · held (sign in) · blocked (waits for what it
 * refers to) · question (the user must say) · parked (made by a newer app, or unreadable) · done
 */
export type EntryStatus =
  | 'queued'
  | 'sending'
  | 'checking'
  | 'failed'
  | 'held'
  | 'blocked'
  | 'question'
  | 'parked'
  | 'done';

/** An entry and what a screen says of it. */
export type EntryWithStatus = { entry: Entry; status: EntryStatus };

/** The status of any entries of one owner, read in one go. `held`: the session has ended, the owner must sign in. */
export async function addStatuses(
  db: OutboxDb,
  kinds: Kinds,
  entries: readonly Entry[],
  held: boolean,
  now: number,
): Promise<EntryWithStatus[]> {
  const lease = await readLease(db);
  const underWay = isExpired(lease, now) ? '' : lease.entryId;
  const refs = entries.flatMap(entry => entry.refs);
  const context = { kinds, held, underWay, resolve: await loadResolver(db, refs) };
  return entries.map(entry => ({ entry, status: statusOf(entry, context) }));
}

type Context = { kinds: Kinds; held: boolean; underWay: string; resolve: Resolve };

function statusOf(entry: Entry, { kinds, held, underWay, resolve }: Context): EntryStatus {
  if (entry.state === 'done') return 'done';
  if (readPayload(kinds, entry) === null) return 'parked';
  if (entry.state === 'rejected') return 'failed';
  if (entry.question) return 'question';
  if (entry.state === 'unsure') return entry.id === underWay ? 'sending' : 'checking';
  if (held) return 'held';
  return entry.refs.every(ref => resolve(ref) !== null) ? 'queued' : 'blocked';
}
