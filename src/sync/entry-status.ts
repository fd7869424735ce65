import type { Entry } from '#storage/outbox-db.ts';
import { type Kinds, understood } from './kind.ts';
import { isExpired, type Lease } from './lease.ts';

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

/** What the status depends on beside the entry. `held`: the session has ended, the owner must sign in. */
export type StatusContext = {
  lease: Lease;
  kinds: Kinds;
  held: boolean;
  isResolved: (localId: string) => boolean;
  now: number;
};

/** Tells the status of one entry. */
export function statusOf(entry: Entry, context: StatusContext): EntryStatus {
  if (entry.state === 'done') return 'done';
  if (understood(context.kinds, entry) === null) return 'parked';
  if (entry.state === 'rejected') return 'failed';
  if (entry.question) return 'question';
  if (entry.state === 'unsure') return isUnderWay(entry, context) ? 'sending' : 'checking';
  if (context.held) return 'held';
  return entry.refs.every(context.isResolved) ? 'queued' : 'blocked';
}

function isUnderWay({ id }: Entry, { lease, now }: StatusContext): boolean {
  return lease.entryId === id && !isExpired(lease, now);
}
