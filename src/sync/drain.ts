import type { Api } from '#api/api.ts';
import { type Problem, problem } from '#api/problem.ts';
import type { Answer } from '#api/transport.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { getUser } from '#contract/session.ts';
import { newId } from '#kit/ids.ts';
import { failure, type Result } from '#kit/result.ts';
import type { Entry, Owner } from '#storage/outbox-db.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { isKeyed, isKnown, releaseLease, remember, rememberEcho, takeLease } from './control-rows.ts';
import { type DrainContext, honoursKeys, recordProblem, type Step } from './drain-context.ts';
import { findEligible } from './eligible.ts';
import { claim, markDone, recordAnnouncement, reopenWithTenDigits } from './entry-transitions.ts';
import { loadResolver } from './id-map.ts';
import { type Kind, type Outgoing, readPayload } from './kind.ts';
import { DRAIN_LOCK, type Lease, readLease } from './lease.ts';
import { readLive } from './live-entries.ts';
import { confirm, contentsToLookFor, isUnconfirmed, lookUp, type Unconfirmed } from './look-up.ts';
import { shareReadings } from './share-readings.ts';
import { doubtsConnection, stopsPass } from './verdict.ts';

/** How a pass ended. `problem`: what stopped it, null when nothing more could be sent. */
export type PassResult = { sent: number; problem: Problem | null };

/** [S21] One pass over what this owner has queued, with nobody else draining. `steal` takes over from a frozen tab. */
export async function drain(
  context: DrainContext,
  owner: Owner,
  options?: { steal: true },
): Promise<PassResult> {
  return context.withLock(DRAIN_LOCK, () => runPass(context, owner), options);
}

/**
 * What a pass remembers. Each entry is tried once a pass, and once more with ten digits, so that a pass always ends. `found`: the lease as it
 * was when the pass began; `holder` is '' until this pass has taken it, with its first attempt. `unconfirmed`: creates whose
 * success is still to be read back.
 */
type Pass = {
  found: Lease;
  holder: string;
  sent: number;
  reachable: boolean;
  tried: Set<number>;
  unconfirmed: Unconfirmed[];
};

/** [S11] So many successes are read back together: they stand on one page of the server's list, or two. */
const CONFIRMED_TOGETHER = 15;

async function runPass(context: DrainContext, owner: Owner): Promise<PassResult> {
  const found = await readLease(context.db);
  const pass: Pass = { found, holder: '', sent: 0, reachable: false, tried: new Set(), unconfirmed: [] };
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
  const live = await readLive(context.db, ownerKeyOf(owner));
  // What an earlier pass has sent is read back before more is sent.
  const [announced, others] = [live.filter(({ toldAs }) => toldAs), live.filter(({ toldAs }) => !toldAs)];
  for (const entries of [announced, others]) {
    for (const seen of entries) {
      const entry = pass.tried.has(seen.seq) ? null : await findEligible(context, seen);
      if (!entry) continue;
      moved = true;
      const stop = await attempt(context, owner, entry, pass);
      if (stop) return { moved, stop };
    }
    const stop = await confirmAll(context, pass);
    if (stop) return { moved, stop };
  }
  return { moved, stop: null };
}

async function attempt(context: DrainContext, owner: Owner, entry: Entry, pass: Pass) {
  if (!(await holdsLease(context, pass))) return { problem: null };
  const blockedReason = pass.reachable ? null : await probe(context.api, owner);
  if (blockedReason) return { problem: blockedReason };
  pass.reachable = true;
  const step = await advance(context, entry, pass.holder);
  if (step === 'lost') return { problem: null };
  if (step !== 'changed') pass.tried.add(entry.seq);
  if (isUnconfirmed(step)) pass.unconfirmed.push(step);
  const stop = isUnconfirmed(step) ? null : note(pass, step);
  return pass.unconfirmed.length < CONFIRMED_TOGETHER ? stop : confirmAll(context, pass);
}

/** What follows for the pass from what became of an entry; what is returned ends it. */
function note(pass: Pass, step: Step): Sweep['stop'] {
  if (step === 'sent') pass.sent += 1;
  pass.reachable = typeof step === 'string' || !doubtsConnection(step);
  return typeof step !== 'string' && stopsPass(step) ? { problem: step } : null;
}

/** [S11] Reads back what the successes of this pass have said; one answer serves all that look at the same page. */
async function confirmAll(context: DrainContext, pass: Pass): Promise<Sweep['stop']> {
  const api = shareReadings(context.api);
  let stop: Sweep['stop'] = null;
  for (const each of pass.unconfirmed.splice(0)) {
    stop = note(pass, await confirm({ ...context, api }, each)) ?? stop;
  }
  return stop;
}

/** Takes the lease with the first attempt: a pass over an empty outbox writes nothing. */
async function holdsLease({ db, now }: DrainContext, pass: Pass): Promise<boolean> {
  if (pass.holder !== '') return true;
  const holder = newId();
  const taken = await takeLease(db, pass.found, { holder, at: now() });
  if (taken) pass.holder = holder;
  return taken;
}

/** [S22] The backend must know whose entries these are: no portal and no dead link passes for it. */
async function probe(api: Api, owner: Owner): Promise<Problem | null> {
  const answer = await api.call(getUser, {}, { as: owner });
  if (!answer.ok) return answer.problem;
  return answer.value.value.id === owner.userId ? null : problem('foreign', { status: 200 });
}

async function advance(context: DrainContext, entry: Entry, holder: string): Promise<Step | Unconfirmed> {
  const known = readPayload(context.kinds, entry);
  if (!known) return 'skipped';
  const { kind, payload } = known;
  if (entry.toldAs && kind.effect === 'creates')
    return { kind, payload, attempt: entry, match: entry.toldAs };
  const contents = await contentsToLookFor(context, kind, entry);
  if (contents.length === 0) return send(context, kind, payload, entry, holder);
  const looked = await lookUp(context, kind, contents, entry);
  return looked.absent ? send(context, kind, payload, looked.absent, holder) : looked.step;
}

async function send(context: DrainContext, kind: Kind, payload: unknown, entry: Entry, holder: string) {
  const { db, now } = context;
  const hasPhones = kind.asksForTenDigits !== undefined;
  const wantsTenDigits = hasPhones && (await isKnown(db, 'ten-digits', entry.owner.apiOrigin));
  const attempt = await claim(db, entry, { holder, wantsTenDigits }, now());
  if (typeof attempt === 'string') return attempt;
  const { refs, hasTenDigits = false } = attempt;
  const resolve = await loadResolver(db, refs);
  const outgoing = kind.outgoing(payload, resolve, hasTenDigits);
  const answer = await deliver(context, attempt, outgoing, kind.effect !== 'creates');
  if (!answer.ok && isGoneAlready(kind, answer.problem)) {
    await markDone(db, kind, attempt, { serverId: null, code: '' }, now());
    return 'sent';
  }
  if (!answer.ok && !hasTenDigits && kind.asksForTenDigits?.(answer.problem)) {
    await reopenWithTenDigits(db, attempt);
    return 'changed';
  }
  if (!answer.ok && (await isReadBack(context, kind, attempt, answer.problem))) {
    const serverId = kind.effect === 'updates' ? resolve(kind.thing(payload, attempt.id)) : null;
    return confirm(context, { kind, payload, attempt, match: { serverId, code: '' } });
  }
  if (!answer.ok) return recordProblem(context, attempt, answer.problem);
  if (hasTenDigits) await remember(db, 'ten-digits', attempt.owner.apiOrigin);
  const match = kind.outcome(answer.value.value, payload);
  if (!(await honoursKeys(context, attempt.owner)))
    return confirmOrKeep(context, { kind, payload, attempt, match });
  await markDone(db, kind, attempt, match, now());
  return 'sent';
}

/**
 * [S11] Whether a 2xx without a proof is read back at once: an update or a deletion on a backend without keys, which may have been
 * carried out. A create is looked for before it goes again, and a key answers by itself.
 */
async function isReadBack(
  context: DrainContext,
  { effect }: Kind,
  { owner }: Entry,
  { kind, status }: Problem,
): Promise<boolean> {
  const isUnproven = (kind === 'foreign' || kind === 'unreadable') && status >= 200 && status < 300;
  return isUnproven && effect !== 'creates' && !(await honoursKeys(context, owner));
}

/** [S11] A create's success is stored, and read back with others; anything else is read back at once. */
async function confirmOrKeep(context: DrainContext, success: Unconfirmed): Promise<Step | Unconfirmed> {
  if (success.kind.effect !== 'creates') return confirm(context, success);
  return { ...success, attempt: await recordAnnouncement(context.db, success.attempt, success.match) };
}

/**
 * [S11] Sends an attempt and tells what is proven. A backend that honours keys echoes this one with a success, and one
 * that has echoed a refusal echoes each: without the echo it is somebody else who speaks, a portal or a proxy.
 */
async function deliver(
  context: DrainContext,
  attempt: Entry,
  { endpoint, input }: Outgoing,
  isRepeatable: boolean,
): Promise<Result<Answer<ReplyOf<Endpoint>>, Problem>> {
  const { db, api } = context;
  const { apiOrigin } = attempt.owner;
  const answer = await api.call(endpoint, input, { as: attempt.owner, key: attempt.key, isRepeatable });
  const { keyStatus } = answer.ok ? answer.value : answer.problem;
  if (keyStatus !== '') await rememberEcho(db, apiOrigin, keyStatus);
  else if (isJsonOf2xx(answer) && (await honoursKeys(context, attempt.owner))) {
    if (!(await isKeyed(db, apiOrigin))) await remember(db, 'never-echoes', apiOrigin);
    return failure(problem('foreign', { status: 200, lacksEcho: true }));
  } else if (
    !answer.ok &&
    answer.problem.kind === 'refused' &&
    (await isKnown(db, 'echoes-refusals', apiOrigin))
  ) {
    return failure({ ...answer.problem, kind: 'foreign', lacksEcho: true });
  }
  return answer;
}

/** Also one that says no, or proves nothing. HTML and text of a 2xx stay `foreign`: they are a portal's page. */
function isJsonOf2xx(answer: Result<unknown, Problem>): boolean {
  if (answer.ok) return true;
  const { kind, status } = answer.problem;
  return (kind === 'refused' || kind === 'unreadable') && status < 300;
}

/** A delete that our API answers with "no such thing" has reached its end, by us or by somebody else. */
function isGoneAlready({ effect }: Kind, { kind, status }: Problem): boolean {
  return effect === 'deletes' && kind === 'refused' && (status === 404 || status === 410);
}
