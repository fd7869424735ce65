import type { Entry, OutboxDb } from '#storage/outbox-db.ts';
import { type EntryStatus, type StatusContext, statusOf } from './entry-status.ts';
import { loadResolver } from './identity.ts';
import type { Kinds } from './kind.ts';
import { readLease } from './lease.ts';
import { countState, LIVE_STATES, readFirst, readStates } from './live-entries.ts';

/** An entry and what a screen says of it. */
export type StatedEntry = { entry: Entry; status: EntryStatus };

/** Counts by what the widget says; `total` = everything not yet confirmed, `oldestAt` of those. */
export type OutboxSummary = {
  pending: number;
  sending: number;
  checking: number;
  failed: number;
  held: number;
  total: number;
  oldestAt: number | null;
};

/** The status of any entries of one owner, read in one go. */
export async function stateEntries(
  db: OutboxDb,
  kinds: Kinds,
  entries: readonly Entry[],
  held: boolean,
  now: number,
): Promise<StatedEntry[]> {
  const lease = await readLease(db);
  const resolve = await loadResolver(
    db,
    entries.flatMap(entry => entry.refs),
  );
  const context: StatusContext = {
    lease,
    kinds,
    held,
    now,
    isResolved: localId => resolve(localId) !== null,
  };
  return entries.map(entry => ({ entry, status: statusOf(entry, context) }));
}

/** What the sync widget and the badge show. */
export async function summarise(
  db: OutboxDb,
  kinds: Kinds,
  ownerKey: string,
  held: boolean,
  now: number,
): Promise<OutboxSummary> {
  // Of what waits its number is enough, and its first: with a thousand of them reading each would be felt.
  const waiting = held ? 0 : await countState(db, ownerKey, 'queued');
  const first = waiting > 0 ? await readFirst(db, ownerKey, 'queued') : undefined;
  const rows = await readStates(db, ownerKey, held ? LIVE_STATES : ['unsure', 'rejected']);
  const stated = await stateEntries(db, kinds, rows, held, now);
  const count = (...wanted: EntryStatus[]) => stated.filter(({ status }) => wanted.includes(status)).length;
  const since = [...(first ? [first] : []), ...rows].map(entry => entry.firstAt);
  return {
    pending: waiting + count('queued', 'blocked', 'parked'),
    sending: count('sending'),
    checking: count('checking'),
    failed: count('failed', 'question'),
    held: count('held'),
    total: waiting + stated.length,
    oldestAt: since.length > 0 ? Math.min(...since) : null,
  };
}

/** [S28] How many unsent entries of other owners this device keeps: counted, never shown, never sent. */
export async function countOthers(db: OutboxDb, ownerKey: string): Promise<number> {
  let others = 0;
  for (const state of LIVE_STATES) {
    const all = await db.entries.where('state').equals(state).count();
    others += all - (await countState(db, ownerKey, state));
  }
  return others;
}
