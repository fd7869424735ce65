import type { Api } from '#api/api.ts';
import { type Problem, problem } from '#api/problem.ts';
import type { Answer } from '#api/transport.ts';
import { listContactStates } from '#contract/contacts.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import type { Clock } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import type { Exclusively } from '#kit/locks.ts';
import { failure, type Result, success } from '#kit/result.ts';
import type { Entry, Match, OutboxDb, Owner } from '#storage/outbox-db.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { type Random, SETTLE_MS } from './backoff.ts';
import { forgetKeyed, isKeyed, releaseLease, rememberKeyed, takeLease } from './control.ts';
import { findEligible } from './eligible.ts';
import { loadResolver } from './identity.ts';
import { type Kind, type Kinds, type Outgoing, understood } from './kind.ts';
import { DRAIN_LOCK, type Lease, readLease } from './lease.ts';
import { readLive } from './live-entries.ts';
import { ask, claim, postpone, recordAbsent, settleDone, settleProblem } from './settle.ts';
import { doubtsConnection, stopsPass } from './verdict.ts';

/** Everything a pass needs; page and worker bring the same. */
export type DrainContext = {
  db: OutboxDb;
  api: Api;
  kinds: Kinds;
  now: Clock;
  random: Random;
  exclusively: Exclusively;
};

/** How a pass ended. `problem`: what stopped it, null when nothing more could be sent. */
export type PassResult = { sent: number; problem: Problem | null };

/** [S21] One pass over what this owner has queued, with nobody else draining. `steal` takes over from a frozen tab. */
export async function drain(
  context: DrainContext,
  owner: Owner,
  options?: { steal: true },
): Promise<PassResult> {
  return context.exclusively(DRAIN_LOCK, () => runPass(context, owner), options);
}

/**
 * What a pass remembers. Each entry is tried once a pass, so that a pass always ends. `found`: the lease as it
 * was when the pass began; `holder` is '' until this pass has taken it, with its first attempt.
 */
type Pass = { found: Lease; holder: string; sent: number; reachable: boolean; tried: Set<number> };

async function runPass(context: DrainContext, owner: Owner): Promise<PassResult> {
  const found = await readLease(context.db);
  const pass: Pass = { found, holder: '', sent: 0, reachable: false, tried: new Set() };
  try {
    const problem = await sendAll(context, owner, pass);
    return { sent: pass.sent, problem };
  } finally {
    if (pass.holder !== '') await releaseLease(context.db, pass.holder);
  }
}

/** Sweeps until a sweep finds nothing to send; the problem is what stopped it earlier. */
async function sendAll(context: DrainContext, owner: Owner, pass: Pass): Promise<Problem | null> {
  for (;;) {
    const { moved, stop } = await sweep(context, owner, pass);
    if (stop || !moved) return stop?.problem ?? null;
  }
}

/** `moved`: something was attempted, so that another sweep may find what this one has freed. */
type Sweep = { moved: boolean; stop: { problem: Problem | null } | null };

/**
 * [S17] Once through a snapshot of all live entries in `seq` order; what cannot go is skipped. Each entry is read
 * anew before it goes. What was saved or freed meanwhile is in the next snapshot.
 */
async function sweep(context: DrainContext, owner: Owner, pass: Pass): Promise<Sweep> {
  let moved = false;
  for (const seen of await readLive(context.db, ownerKeyOf(owner))) {
    const entry = pass.tried.has(seen.seq) ? null : await findEligible(context, seen);
    if (!entry) continue;
    moved = true;
    const stop = await attempt(context, owner, entry, pass);
    if (stop) return { moved, stop };
  }
  return { moved, stop: null };
}

async function attempt(
  context: DrainContext,
  owner: Owner,
  entry: Entry,
  pass: Pass,
): Promise<Sweep['stop']> {
  if (!(await holdsLease(context, pass))) return { problem: null };
  const obstacle = pass.reachable ? null : await probe(context.api, owner);
  if (obstacle) return { problem: obstacle };
  const step = await advance(context, entry, pass.holder);
  if (step === 'lost') return { problem: null };
  if (step !== 'changed') pass.tried.add(entry.seq);
  if (step === 'sent') pass.sent += 1;
  pass.reachable = typeof step === 'string' || !doubtsConnection(step);
  return typeof step !== 'string' && stopsPass(step) ? { problem: step } : null;
}

/** Takes the lease with the first attempt: a pass over an empty outbox writes nothing. */
async function holdsLease({ db, now }: DrainContext, pass: Pass): Promise<boolean> {
  if (pass.holder !== '') return true;
  const holder = newId();
  const taken = await takeLease(db, pass.found, { holder, at: now() });
  if (taken) pass.holder = holder;
  return taken;
}

/** [S22] One cheap authenticated GET, its content checked: no portal and no dead link passes for our backend. */
async function probe(api: Api, owner: Owner): Promise<Problem | null> {
  const answer = await api.call(listContactStates, {}, { as: owner });
  if (answer.ok) return null;
  // An answered refusal or failure of this one list says nothing against the others.
  return answer.problem.kind === 'refused' || answer.problem.kind === 'server' ? null : answer.problem;
}

/** What became of one entry: a problem, or `lost` when another context drains by now, `changed` by the user. */
type Step = 'sent' | 'skipped' | 'changed' | 'lost' | Problem;

async function advance(context: DrainContext, entry: Entry, holder: string): Promise<Step> {
  const known = understood(context.kinds, entry);
  if (!known) return 'skipped';
  const { kind, payload } = known;
  const blindly = entry.state === 'queued' || kind.effect !== 'creates';
  if (blindly || (await isKeyed(context.db, entry.owner.apiOrigin))) {
    return send(context, kind, payload, entry, holder);
  }
  const looked = await lookUp(context, kind, payload, entry);
  return looked.absent ? send(context, kind, payload, looked.absent, holder) : looked.step;
}

async function send(
  context: DrainContext,
  kind: Kind,
  payload: unknown,
  entry: Entry,
  holder: string,
): Promise<Step> {
  const { db, now, random } = context;
  const attempt = await claim(db, entry, holder, now());
  if (typeof attempt === 'string') return attempt;
  const outgoing = kind.outgoing(payload, await loadResolver(db, attempt.refs));
  const answer = await deliver(context, attempt, outgoing);
  if (!answer.ok && isGoneAlready(kind, answer.problem)) {
    await settleDone(db, kind, attempt, { serverId: null, code: '' }, now());
    return 'sent';
  }
  if (!answer.ok) {
    await settleProblem(db, attempt, answer.problem, now(), random);
    return answer.problem;
  }
  await settleDone(db, kind, attempt, kind.outcome(answer.value.value, payload), now());
  return 'sent';
}

/**
 * [S11] A backend that has echoed keys echoes this one too: a success without the echo is somebody else's, a portal
 * that speaks JSON or another backend in its place. From there on it must prove itself anew.
 */
async function deliver(
  { db, api }: DrainContext,
  attempt: Entry,
  { endpoint, input }: Outgoing,
): Promise<Result<Answer<ReplyOf<Endpoint>>, Problem>> {
  const { apiOrigin } = attempt.owner;
  const answer = await api.call(endpoint, input, { as: attempt.owner, key: attempt.key });
  if (answer.ok && answer.value.keyStatus !== '') await rememberKeyed(db, apiOrigin);
  else if (saysSuccess(answer) && (await isKeyed(db, apiOrigin))) {
    await forgetKeyed(db, apiOrigin);
    return failure(problem('foreign', { status: 200 }));
  }
  return answer;
}

/** A 2xx in JSON, also one that lacks what our API would say. */
function saysSuccess(answer: Result<unknown, Problem>): boolean {
  return answer.ok || (answer.problem.kind === 'refused' && answer.problem.status < 300);
}

/** A delete that our API answers with "no such thing" has reached its end, by us or by somebody else. */
function isGoneAlready({ effect }: Kind, { kind, status }: Problem): boolean {
  return effect === 'deletes' && kind === 'refused' && (status === 404 || status === 410);
}

/** `absent`: proven not to be on the server, it may be sent again; otherwise `step` says what was done instead. */
type Looked = { absent: Entry | null; step: Step };

/**
 * [S13] A create without an answer, on a backend that does not know the key: exactly one match adopts its id;
 * none, two minutes after the last attempt, may be sent again; several are a question for the user.
 */
async function lookUp(
  { db, api, now, random }: DrainContext,
  kind: Kind,
  payload: unknown,
  entry: Entry,
): Promise<Looked> {
  const resolve = await loadResolver(db, entry.refs);
  const found = kind.lookUp ? await kind.lookUp(payload, entry, resolve, api) : success<Match[]>([]);
  if (!found.ok) {
    // A failed look-up proves nothing about the entry, whatever its own status says.
    await settleProblem(db, entry, { ...found.problem, kind: 'offline' }, now(), random);
    return { absent: null, step: found.problem };
  }
  const matches = await notYetTaken(db, kind, entry, found.value);
  if (matches.length === 0) return confirmAbsence(db, entry, now());
  const [match, ...others] = matches.filter(({ looksOlder }) => !looksOlder);
  if (!match || others.length > 0) {
    await ask(db, entry, matches);
    return { absent: null, step: 'skipped' };
  }
  await settleDone(db, kind, entry, match, now());
  return { absent: null, step: 'sent' };
}

/** What another entry of this device has become already cannot be this one. */
async function notYetTaken(
  db: OutboxDb,
  kind: Kind,
  { ownerKey }: Entry,
  matches: Match[],
): Promise<Match[]> {
  const taken = await db.idMap
    .where('[ownerKey+noun+serverId]')
    .anyOf(matches.map(({ serverId }) => [ownerKey, kind.noun, serverId ?? 0]))
    .toArray();
  const ids = new Set(taken.map(pair => pair.serverId));
  return matches.filter(({ serverId }) => serverId === null || !ids.has(serverId));
}

/** Not there, and long enough after the last attempt that it will not turn up late. */
async function confirmAbsence(db: OutboxDb, entry: Entry, now: number): Promise<Looked> {
  const settledAt = entry.lastAt + SETTLE_MS;
  const mayTurnUp = now < settledAt && now >= entry.lastAt;
  if (mayTurnUp) await postpone(db, entry, settledAt);
  return { absent: mayTurnUp ? null : await recordAbsent(db, entry, now), step: 'skipped' };
}
