import type { OutboxDb } from '#storage/outbox-db.ts';
import { addStatuses, type EntryStatus } from './entry-status.ts';
import type { Kinds } from './kind.ts';
import { inState, LIVE_STATES, readStates } from './live-entries.ts';

export type OutboxSummary = Awaited<ReturnType<typeof summarise>>;

/**
 * What the sync widget and the badge show: counts by what the widget says; `total` = everything not yet confirmed,
 * `oldestAt` of those. All of one moment.
 */
export function summarise(db: OutboxDb, kinds: Kinds, ownerKey: string, held: boolean, now: number) {
  return db.transaction('r', db.entries, db.control, db.idMap, async () => {
    // Of what waits its number is enough, and its first: with a thousand of them reading each would be felt.
    const waiting = held ? 0 : await inState(db, ownerKey, 'queued').count();
    const first = waiting > 0 ? await inState(db, ownerKey, 'queued').first() : undefined;
    const rows = await readStates(db, ownerKey, held ? LIVE_STATES : ['unsure', 'rejected']);
    const stated = await addStatuses(db, kinds, rows, held, now);
    const count = (...wanted: EntryStatus[]) => stated.filter(({ status }) => wanted.includes(status)).length;
    const since = [...(first ? [first] : []), ...rows].map(entry => entry.firstAt);
    return {
      pending: waiting + count('queued', 'blocked', 'parked'),
      sending: count('sending'),
      checking: count('checking'),
      failed: count('failed'),
      question: count('question'),
      held: count('held'),
      total: waiting + stated.length,
      oldestAt: since.length > 0 ? Math.min(...since) : null,
    };
  });
}

/** [S28] How many unsent entries of other owners this device keeps: counted, never shown, never sent. */
export async function countOthers(db: OutboxDb, ownerKey: string): Promise<number> {
  let others = 0;
  for (const state of LIVE_STATES) {
    const all = await db.entries.where('state').equals(state).count();
    others += all - (await inState(db, ownerKey, state).count());
  }
  return others;
}
