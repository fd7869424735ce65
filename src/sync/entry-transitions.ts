import type { Problem } from '#api/problem.ts';
import { newId } from '#kit/ids.ts';
import type { Entry, Match, OutboxDb } from '#storage/outbox-db.ts';
import { backoffMs, type Random } from './backoff.ts';
import { nextTick, writeLease } from './control-rows.ts';
import { asGivenUp } from './entry.ts';
import { keyOf } from './id-map.ts';
import { type Kind, type Kinds, readPayload } from './kind.ts';
import { readLease } from './lease.ts';
import { readLive } from './live-entries.ts';
import { verdictOf } from './verdict.ts';

/**
 * [S10] Marks an entry as unsure with a fresh attempt id, durably, before its request leaves. Returns the
 * claimed entry, `changed` when the user was faster, `lost` when another context drains by now ([S21] fencing).
 */
export async function claim(
  db: OutboxDb,
  entry: Entry,
  { holder, wantsTenDigits }: { holder: string; wantsTenDigits: boolean },
  now: number,
): Promise<Entry | 'changed' | 'lost'> {
  return db.transaction('rw', db.entries, db.control, async () => {
    const lease = await readLease(db);
    const current = await db.entries.get(entry.seq);
    if (lease.holder !== holder) return 'lost';
    if (!current || !sameMoment(current, entry)) return 'changed';
    const claimed: Entry = {
      ...current,
      state: 'unsure',
      attemptId: newId(),
      attempts: current.attempts + 1,
      lastAt: now,
      // [S14] What a key was sent with once, it is sent with for ever.
      ...(current.attempts === 0 && wantsTenDigits ? { hasTenDigits: true } : {}),
    };
    await db.entries.put(claimed);
    await writeLease(db, { ...lease, at: now, entryId: entry.id });
    return claimed;
  });
}

function sameMoment(current: Entry, seen: Entry): boolean {
  return (
    Boolean(current.isGivenUp) === Boolean(seen.isGivenUp) &&
    current.attemptId === seen.attemptId &&
    current.state === seen.state &&
    current.key === seen.key
  );
}

/** [S12] Writes a result only while the entry is as it was when it was asked for. Tells whether it did. */
async function compareAndSet(db: OutboxDb, attempt: Entry, change: (current: Entry) => Entry) {
  return db.transaction('rw', db.entries, async () => {
    const current = await db.entries.get(attempt.seq);
    if (!current || !sameMoment(current, attempt)) return false;
    await db.entries.put(change(current));
    return true;
  });
}

/** [S18] Proven success: done and the id map in one transaction. */
export async function markDone(
  db: OutboxDb,
  kind: Kind,
  attempt: Entry,
  { serverId, code }: Match,
  now: number,
): Promise<void> {
  await db.transaction('rw', db.entries, db.idMap, db.control, async () => {
    const settledTick = await nextTick(db);
    const done = await compareAndSet(db, attempt, current => ({
      ...current,
      serverId,
      code,
      state: 'done',
      earlier: [],
      toldAs: null,
      isGivenUp: false,
      error: null,
      question: null,
      doneAt: now,
      settledTick,
    }));
    if (!done || kind.effect !== 'creates' || serverId === null) return;
    const { aggregate, ownerKey } = attempt;
    await db.idMap.put({ localId: keyOf(aggregate), ownerKey, noun: kind.noun, serverId });
  });
}

/** A failed attempt: back to queued, rejected, or still unsure, as far as it is proven. */
export async function recordFailure(
  db: OutboxDb,
  kinds: Kinds,
  attempt: Entry,
  problem: Problem,
  now: number,
  random: Random,
): Promise<void> {
  const { kind, status, message, fields, place, lacksEcho } = problem;
  const verdict = verdictOf(problem);
  const isEchoed = problem.keyStatus !== '';
  const said = { kind, status, message, fields, isEchoed, ...(place && { place }) };
  await db.transaction('rw', db.entries, db.control, async () => {
    const settledTick = verdict === 'refused' ? await nextTick(db) : 0;
    const isSame = await compareAndSet(db, attempt, current => {
      const error = lacksEcho ? { ...said, lacksEcho: 1 + (current.error?.lacksEcho ?? 0) } : said;
      if (verdict === 'refused') return { ...current, state: 'rejected', error, nextAt: 0, settledTick };
      // Asked to wait, or signed out: the pass waits for the backend, not each entry for itself.
      if (verdict === 'not-applied') return { ...current, state: 'queued', error, nextAt: 0 };
      return { ...current, error, nextAt: now + backoffMs(current.attempts, random, problem.retryAfterMs) };
    });
    if (isSame && verdict === 'refused') await giveUpDeleted(db, kinds, attempt);
  });
}

/** [S19] What the user has deleted meanwhile is not shown as refused: it goes, or is looked for first where it may have arrived. */
async function giveUpDeleted(db: OutboxDb, kinds: Kinds, { seq }: Entry): Promise<void> {
  const refused = await db.entries.get(seq);
  const kind = refused && kinds[refused.kind];
  if (!refused || kind?.effect !== 'creates') return;
  const later = await readLaterOf(db, kinds, refused);
  if (!later || later.length === 0) return;
  const kept = asGivenUp(kind, refused);
  if (kept) await db.entries.put(kept);
  else await db.entries.bulkDelete([refused, ...later].map(entry => entry.seq));
}

/**
 * The unfinished entries that follow a create, if it may go with them: there are none, or the last one deletes the same
 * record. Null: it was not deleted, another record needs it, or this app cannot read one of them.
 */
async function readLaterOf(db: OutboxDb, kinds: Kinds, create: Entry): Promise<Entry[] | null> {
  const live = await readLive(db, create.ownerKey);
  const later = live.filter(({ refs }) => refs.includes(keyOf(create.aggregate)));
  const last = later.at(-1);
  const isDeleted = last !== undefined && kinds[last.kind]?.effect === 'deletes';
  const isOwn = later.every(
    entry => entry.aggregate === create.aggregate && readPayload(kinds, entry) !== null,
  );
  return later.length === 0 || (isDeleted && isOwn) ? later : null;
}

/** [S14] The backend has refused the form of its phones: what it asks for is another payload, so it gets a key of its own. */
export async function reopenWithTenDigits(db: OutboxDb, attempt: Entry): Promise<void> {
  await compareAndSet(db, attempt, current => ({
    ...current,
    state: 'queued',
    key: newId(),
    hasTenDigits: true,
  }));
}

/** Still unsure: look at it again at `nextAt`. */
export async function postpone(db: OutboxDb, entry: Entry, nextAt: number): Promise<void> {
  await compareAndSet(db, entry, current => ({ ...current, nextAt }));
}

/** [S13] A success that proved nothing: what it said is read back later, before anything is sent again. */
export async function recordAnnouncement(db: OutboxDb, attempt: Entry, toldAs: Match | null): Promise<Entry> {
  await compareAndSet(db, attempt, current => ({ ...current, toldAs }));
  return { ...attempt, toldAs };
}

/** The entry with nothing of it on the server. */
export function absent(entry: Entry, now: number): Entry {
  return { ...entry, absentAt: now, earlier: [], toldAs: null, isGivenUp: false };
}

/**
 * [S13] A look-up proved that a lost create is not on the server; recorded before it may be sent again. Null: nothing
 * is to be sent, because the user has given it up, or changed it meanwhile.
 */
export async function recordAbsent(
  db: OutboxDb,
  kinds: Kinds,
  entry: Entry,
  now: number,
): Promise<Entry | null> {
  return db.transaction('rw', db.entries, async () => {
    if (entry.isGivenUp) return leaveOrRemove(db, kinds, entry, now);
    const isRecorded = await compareAndSet(db, entry, current => absent(current, now));
    return isRecorded ? absent(entry, now) : null;
  });
}

/**
 * Removes a create that is not on the server, and what follows it. If something that needs it was made meanwhile, it
 * stays as rejected, so that the user decides again.
 */
async function leaveOrRemove(db: OutboxDb, kinds: Kinds, entry: Entry, now: number): Promise<null> {
  const later = await readLaterOf(db, kinds, entry);
  const isSame = await compareAndSet(db, entry, current => ({
    ...absent(current, now),
    state: 'rejected',
    isGivenUp: false,
  }));
  if (isSame && later) await db.entries.bulkDelete([entry, ...later].map(({ seq }) => seq));
  return null;
}

/** [S13] Several things could be the lost create: the user decides. */
export async function recordAmbiguousMatch(db: OutboxDb, entry: Entry, matches: Match[]): Promise<void> {
  await compareAndSet(db, entry, current => ({ ...current, question: { matches } }));
}
