import { type Problem, problem } from '#api/problem.ts';
import { type Result, success } from '#kit/result.ts';
import type { EarlierContent, Entry, Match, OutboxDb } from '#storage/outbox-db.ts';
import { LATE_ARRIVAL_MS } from './backoff.ts';
import { type DrainContext, honoursKeys, recordProblem, type Step } from './drain-context.ts';
import {
  markDone,
  postpone,
  recordAbsent,
  recordAmbiguousMatch,
  recordAnnouncement,
} from './entry-transitions.ts';
import { loadLocalIds, loadResolver } from './id-map.ts';
import { type Kind, readPayload } from './kind.ts';
import { verdictOf } from './verdict.ts';

/**
 * [S13] The contents under which an entry may already be on the server. They are looked for before anything
 * is sent: contents whose refusal proves nothing, and a create without an answer where no key tells it from
 * another.
 */
export async function contentsToLookFor(
  context: DrainContext,
  kind: Kind,
  entry: Entry,
): Promise<EarlierContent[]> {
  const { state, earlier = [], isGivenUp, v, payload, owner } = entry;
  const isLost = kind.effect === 'creates' && state === 'unsure' && !isGivenUp;
  return isLost && !(await honoursKeys(context, owner)) ? [...earlier, { v, payload }] : earlier;
}

/** `absent`: proven not to be on the server, it may be sent again; otherwise `step` says what was done instead. */
export type LookUpResult = { absent: Entry | null; step: Step };

/**
 * [S13] A create that may be on the server: exactly one match adopts its id; none, two minutes after the last attempt,
 * may be sent again; several, or one that has been corrected since, are a question for the user.
 */
export async function lookUp(
  context: DrainContext,
  kind: Kind,
  contents: readonly EarlierContent[],
  entry: Entry,
): Promise<LookUpResult> {
  const { db, now } = context;
  const found = await findMatches(context, kind, contents, entry);
  if (!found.ok) return { absent: null, step: await postponeReading(context, entry, found.problem) };
  const matches = found.value;
  if (matches.length === 0) return confirmAbsence(context, entry);
  const [match, ...others] = matches.filter(({ looksOlder }) => !looksOlder);
  const isCorrected = (entry.earlier ?? []).length > 0 && !entry.isGivenUp;
  if (!match || others.length > 0 || isCorrected) {
    await recordAmbiguousMatch(db, entry, matches);
    return { absent: null, step: 'skipped' };
  }
  await markDone(db, kind, entry, match, now());
  return { absent: null, step: 'sent' };
}

/** The server's rows that equal one of these contents and belong to no other entry. */
async function findMatches(
  { db, api, kinds }: DrainContext,
  kind: Kind,
  contents: readonly EarlierContent[],
  entry: Entry,
): Promise<Result<Match[], Problem>> {
  const resolve = await loadResolver(db, entry.refs);
  const matches = new Map<string, Match>();
  for (const content of contents) {
    const known = readPayload(kinds, { ...entry, ...content });
    const found = known && (await kind.lookUp?.(known.payload, entry, resolve, api));
    if (found && !found.ok) return found;
    for (const match of found?.value ?? []) matches.set(`${match.serverId} ${match.code}`, match);
  }
  return success(await notYetTaken(db, kind, entry, [...matches.values()]));
}

/** A row that another entry of this device has created cannot be this one's. */
async function notYetTaken(db: OutboxDb, kind: Kind, { ownerKey }: Entry, matches: Match[]) {
  const serverIds = matches.map(match => match.serverId);
  const taken = await loadLocalIds(db, ownerKey, kind.noun, serverIds);
  return matches.filter(match => !taken.has(match.serverId));
}

/** Not there, and the last attempt is long enough ago that it cannot arrive late any more. */
async function confirmAbsence({ db, kinds, now }: DrainContext, entry: Entry): Promise<LookUpResult> {
  const at = now();
  const settledAt = entry.lastAt + LATE_ARRIVAL_MS;
  const mayTurnUp = at < settledAt && at >= entry.lastAt;
  if (mayTurnUp) await postpone(db, entry, settledAt);
  return { absent: mayTurnUp ? null : await recordAbsent(db, kinds, entry, at), step: 'skipped' };
}

/** A success that proves nothing by itself: of which attempt, and what it said. */
export type Unconfirmed = { kind: Kind; payload: unknown; attempt: Entry; match: Match };

/** Whether an attempt has come to a success that is still to be read back. */
export function isUnconfirmed(step: Step | Unconfirmed): step is Unconfirmed {
  return typeof step === 'object' && 'attempt' in step;
}

/**
 * [S11] On a backend without keys a success counts once the server shows its owner what it says. What is shown
 * differently is looked for, and asked about, but never sent again by itself.
 */
export async function confirm(context: DrainContext, success: Unconfirmed): Promise<Step> {
  const { db, api, now } = context;
  const { kind, payload, attempt, match } = success;
  const isCreate = kind.effect === 'creates';
  const resolve = await loadResolver(db, attempt.refs);
  const shown = await kind.readBack({ payload, entry: attempt, match, resolve }, api);
  if (!shown.ok) return postponeReading(context, attempt, shown.problem);
  const isTaken = isCreate && (await notYetTaken(db, kind, attempt, [match])).length === 0;
  if (isTaken || shown.value === 'none' || shown.value === 'before') {
    return recordProblem(
      context,
      await recordAnnouncement(db, attempt, null),
      problem('foreign', { status: 200 }),
    );
  }
  if (isCreate && shown.value === 'other') return askUnlessFound(context, success);
  await markDone(db, kind, attempt, match, now());
  return 'sent';
}

/** The row under the answered id is not what was sent: the list is searched. One equal row is taken, else the user is asked. */
async function askUnlessFound(
  context: DrainContext,
  { kind, payload, attempt, match }: Unconfirmed,
): Promise<Step> {
  const { db, now } = context;
  const found = await findMatches(context, kind, [{ v: attempt.v, payload }], attempt);
  if (!found.ok) return postponeReading(context, attempt, found.problem);
  const [only, ...others] = found.value;
  if (!only || others.length > 0 || only.looksOlder) {
    await recordAmbiguousMatch(db, attempt, [match, ...found.value]);
    return 'skipped';
  }
  await markDone(db, kind, attempt, only, now());
  return 'sent';
}

/** A reading that failed proves nothing about the entry, whatever its own status says; for the pass it is what it is. */
async function postponeReading(context: DrainContext, entry: Entry, cause: Problem): Promise<Problem> {
  const provesNothing: Problem = verdictOf(cause) === 'unknown' ? cause : { ...cause, kind: 'offline' };
  await recordProblem(context, entry, provesNothing);
  return cause;
}
