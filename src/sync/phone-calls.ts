import { type Result, success } from '#kit/result.ts';
import type { Call, OutboxDb } from '#storage/outbox-db.ts';
import { canonicalKey } from './id-map.ts';
import { retryOnQuota, type StorageRefusal } from './retry-on-quota.ts';

/** So many calls of one owner are kept; those that are still to be called back come on top. */
export const CALLS_KEPT = 200;

/** Whom a call button calls. `contact` is a contact's key in any form, '' when it is nobody of the book. */
export type Dialled = { contact: string; name: string; phone: string };

/** What came of a call. `callBackOn` as in Call; it counts only with the outcome «call-back». */
export type Conclusion = Pick<Call, 'outcome' | 'note' | 'callBackOn'>;

/** The last call to each number (ten digits). */
export type LastCalls = ReadonlyMap<string, Call>;

/** Keeps that a call is being made, before the dialer opens; older calls that nobody waits for make room. */
export function recordCall(
  db: OutboxDb,
  ownerKey: string,
  { contact, name, phone }: Dialled,
  { id, now, makeRoom }: { id: string; now: number; makeRoom: () => Promise<void> },
): Promise<Result<Call, StorageRefusal>> {
  return retryOnQuota(db, makeRoom, () =>
    db.transaction('rw', db.calls, db.idMap, async () => {
      const key = contact === '' ? '' : await canonicalKey(db, ownerKey, 'contact', contact);
      const call: Call = {
        id,
        ownerKey,
        contact: key,
        name,
        phone,
        at: now,
        outcome: '',
        note: '',
        callBackOn: '',
      };
      await db.calls.put(call);
      await prune(db, ownerKey, id);
      return success(call);
    }),
  );
}

/**
 * Keeps what came of a call. Somebody reached, or a new day to call again, settles the call-backs that waited for
 * the same person; «no answer» settles nothing. Resolves with all that it changed, as it was (restoreCalls).
 */
export function concludeCall(
  db: OutboxDb,
  call: Call,
  { outcome, note, callBackOn }: Conclusion,
  makeRoom: () => Promise<void>,
): Promise<Result<Call[], StorageRefusal>> {
  const concluded = { ...call, outcome, note, callBackOn: outcome === 'call-back' ? callBackOn : '' };
  return retryOnQuota(db, makeRoom, () =>
    db.transaction('rw', db.calls, async () => {
      const settled = outcome === 'no-answer' ? [] : await openCallBacksTo(db, call);
      for (const earlier of settled) await completeCallBack(db, earlier.id);
      // Whole, in case that the log has dropped it meanwhile.
      await db.calls.put(concluded);
      return success([call, ...settled]);
    }),
  );
}

/** The newest call since then (epoch ms) of which nobody has been asked yet what came of it. */
export async function readUnasked(db: OutboxDb, ownerKey: string, since: number): Promise<Call | null> {
  const recent = await db.calls.filter(call => call.ownerKey === ownerKey && call.at >= since).sortBy('at');
  const newest = recent.at(-1);
  return newest?.outcome === '' && !newest.isAsked ? newest : null;
}

/** Nobody has to be called back for this call any more. */
export async function completeCallBack(db: OutboxDb, id: string): Promise<void> {
  await db.calls.update(id, { callBackOn: '' });
}

/** Takes an outcome or «Готово» back: what came of these calls, and when they are to be made again, as it was. */
export async function restoreCalls(db: OutboxDb, calls: readonly Call[]): Promise<void> {
  await db.transaction('rw', db.calls, async () => {
    // Who has just answered is not asked again.
    for (const { id, outcome, callBackOn } of calls)
      await db.calls.update(id, { outcome, callBackOn, isAsked: true });
  });
}

/** The calls to be made again, the longest due first. */
export async function readCallBacks(db: OutboxDb, ownerKey: string): Promise<Call[]> {
  return db.calls.where('[ownerKey+callBackOn]').between([ownerKey, '0'], [ownerKey, '~']).toArray();
}

/** What still waits for the same person as this call: the same contact, or the same number. */
export async function openCallBacksTo(db: OutboxDb, call: Call): Promise<Call[]> {
  const open = await readCallBacks(db, call.ownerKey);
  return open.filter(
    each =>
      each.id !== call.id &&
      ((each.contact !== '' && each.contact === call.contact) || each.phone === call.phone),
  );
}

/** The last call to each number. */
export async function readLastCalls(db: OutboxDb, ownerKey: string): Promise<LastCalls> {
  const calls = (await callsOf(db, ownerKey)).sort((one, other) => one.at - other.at);
  return new Map(calls.map(call => [call.phone, call]));
}

/** The calls to this contact, by its key in any form, or to one of its numbers; the newest first. */
export async function readCallsTo(
  db: OutboxDb,
  ownerKey: string,
  { key, phones }: { key: string; phones: readonly string[] },
): Promise<Call[]> {
  const contact = await canonicalKey(db, ownerKey, 'contact', key);
  const calls = (await callsOf(db, ownerKey)).filter(
    call => call.contact === contact || phones.includes(call.phone),
  );
  return calls.sort((one, other) => other.at - one.at);
}

/**
 * [S30] Logout wipes the log. What is still to be called back is work that the user saved: it stays, sealed to its
 * owner like an unsent entry, unless that is to be deleted too.
 */
export async function wipeCalls(db: OutboxDb, ownerKey: string, callBacks: 'keep' | 'delete'): Promise<void> {
  const calls = await callsOf(db, ownerKey);
  const gone = calls.filter(call => callBacks === 'delete' || call.callBackOn === '');
  await db.calls.bulkDelete(gone.map(call => call.id));
}

function callsOf(db: OutboxDb, ownerKey: string): Promise<Call[]> {
  // Every text sorts below this character, '' included at the start.
  return db.calls.where('[ownerKey+contact]').between([ownerKey, ''], [ownerKey, '\uffff']).toArray();
}

/** A clock that was set back must not throw away the call that is being made. */
async function prune(db: OutboxDb, ownerKey: string, newest: string): Promise<void> {
  const closed = (await callsOf(db, ownerKey)).filter(call => call.callBackOn === '' && call.id !== newest);
  const surplus = closed.sort((one, other) => other.at - one.at).slice(CALLS_KEPT - 1);
  await db.calls.bulkDelete(surplus.map(call => call.id));
}
