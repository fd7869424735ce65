/** What the policies say of a call, and what becomes of it: written down, and refused where they are enforced. */
import { sql } from 'drizzle-orm';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { decide } from '#domain/policy/evaluation/evaluate.ts';
import type { Facts } from '#domain/policy/facts.ts';
import { readPolicy } from '#domain/policy/reading/read-policy.ts';
import { toWallClock } from '#kit/date.ts';
import type { Identity } from '../auth/authenticate.ts';
import { type Act, type AuditEntry, audit, auditAll } from '../commands/act.ts';
import { readPolicies } from '../commands/policies.ts';
import { readCatalogue } from '../commands/policy-catalogue.ts';
import { type Db, preparedOnce, type Tx } from '../db/database.ts';
import { errorKind } from '../db/database-problem.ts';
import type { Deps } from '../db/deps.ts';
import { unauthorized } from '../db/refusal.ts';
import { policies } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import { CALL_TARGETS, isExempt, readTargetId } from './call-targets.ts';
import {
  type Attributes,
  type CallContext,
  collectAttributes,
  gatherFacts,
  gatherFactsOfEach,
} from './facts.ts';

/** A decision in words that may be written down: names and ids, never what is known of a person. */
export type Ruling = {
  decision: 'allow' | 'deny';
  reason: string;
  policyId: number | null;
  call: string;
  /** Source → the id or code that the caller named. */
  named: Record<string, number>;
  /** Whether a refusal is one. */
  enforced: boolean;
};

type Verdict = Pick<Ruling, 'decision' | 'reason' | 'policyId'>;

const NAMES = new Map(Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]));

/** What the policies say of a call; undefined where they are not asked. Whatever fails on the way is a refusal. */
export async function decideCall(
  deps: Deps,
  { endpoint, identity, input, ip }: { endpoint: Endpoint; identity: Identity; input: unknown; ip: string },
): Promise<Ruling | undefined> {
  if (deps.config.enforce === 'off' || isExempt(endpoint)) return undefined;
  const call = NAMES.get(endpoint) ?? endpoint.path;
  const thing = CALL_TARGETS[call];
  const value = readTargetId(thing, input);
  const named = thing && value !== undefined ? { thing, value } : undefined;
  const time = toWallClock(deps.clock(), deps.config.zone);
  const verdict = await evaluatePolicies(deps, { caller: identity, call, ip, time, named });
  const enforced = deps.config.enforce === 'on';
  return { ...verdict, call, named: named ? { [named.thing.source]: named.value } : {}, enforced };
}

/**
 * Asks the policies of another call about each thing that a command changes, in its transaction, or about the call alone.
 * Throws RefusedByPolicy where one is refused and that counts; all others are written down together.
 */
export async function enforceEach(
  deps: Deps,
  caller: Caller,
  endpoint: Endpoint,
  ids?: readonly number[],
): Promise<void> {
  const rulings = await decideEach(deps, caller, endpoint, ids);
  for (const ruling of rulings.filter(({ decision }) => decision === 'deny')) {
    if (ruling.enforced) throw new RefusedByPolicy(ruling);
    logDenial(deps.log, caller.act, ruling);
  }
  await auditAll(caller.tx, caller.act, rulings.map(decisionEntry));
}

/** Those of these things about which the caller may make that call; nothing is written down. */
export async function permittedOf(
  deps: Deps,
  caller: Caller,
  endpoint: Endpoint,
  ids: readonly number[],
): Promise<readonly number[]> {
  const rulings = await decideEach(deps, caller, endpoint, ids);
  return ids.filter((_, at) => !(rulings[at]?.decision === 'deny' && rulings[at].enforced));
}

/** Who asks, and in which transaction. */
type Caller = { tx: Tx; act: Act; identity: Identity };

/** None where policies are not asked. */
async function decideEach(
  { db, config, clock }: Deps,
  { tx, act, identity }: Caller,
  endpoint: Endpoint,
  ids?: readonly number[],
): Promise<Ruling[]> {
  if (config.enforce === 'off' || isExempt(endpoint)) return [];
  const call = NAMES.get(endpoint) ?? endpoint.path;
  const thing = ids && CALL_TARGETS[call];
  const occasion = { caller: identity, call, ip: act.ip, time: toWallClock(clock(), config.zone) };
  // As they were when the command itself was decided: it asks for nothing outside of its transaction.
  const loaded = known.get(db)?.stored;
  const verdicts = await verdictsOn(loaded, asked =>
    thing
      ? gatherFactsOfEach({ on: tx, zone: config.zone }, asked, { ...occasion, named: { thing, ids } })
      : gatherFacts({ on: tx, zone: config.zone }, asked, { ...occasion, named: undefined }).then(one => [
          one,
        ]),
  );
  const enforced = config.enforce === 'on';
  return verdicts.map((verdict, at): Ruling => {
    const id = thing && ids[at];
    return { ...verdict, call, named: thing && id !== undefined ? { [thing.source]: id } : {}, enforced };
  });
}

/** A part of a command is refused: the whole of it is rolled back, and then that is written down. */
export class RefusedByPolicy extends Error {
  readonly ruling: Ruling;

  constructor(ruling: Ruling) {
    super(`refused: ${ruling.call}`);
    this.ruling = ruling;
  }
}

async function verdictsOn(
  loaded: LoadedPolicies | undefined,
  gather: (asked: Attributes) => Promise<Facts[]>,
): Promise<Verdict[]> {
  const facts = await gather(loaded?.asked ?? new Map());
  return facts.map(each => {
    if (!loaded) return { decision: 'deny', reason: 'failed', policyId: null };
    const { policies, catalogue, unreadable } = loaded;
    if (unreadable !== undefined) return { decision: 'deny', reason: 'unreadable', policyId: unreadable };
    const { decision, reason, policyId } = decide(policies, each, catalogue);
    return { decision, reason, policyId };
  });
}

async function evaluatePolicies({ db, config, log }: Deps, context: CallContext): Promise<Verdict> {
  try {
    const loaded = await loadPolicies(db);
    const from = { on: db, zone: config.zone };
    const [verdict] = await verdictsOn(loaded, async asked => [await gatherFacts(from, asked, context)]);
    if (!verdict) throw new Error('a decision was not made');
    return verdict;
  } catch (error) {
    // Only the kind of the error: messages of the database quote values.
    log({ level: 'error', event: 'policy.failed', call: context.call, ...errorKind(error) });
    return { decision: 'deny', reason: 'failed', policyId: null };
  }
}

/** Writes a refusal down; where policies are enforced it is one. */
export async function enforceDecision(deps: Deps, act: Act, ruling: Ruling | undefined): Promise<void> {
  if (ruling?.decision !== 'deny') return;
  logDenial(deps.log, act, ruling);
  try {
    await transact(deps.db, tx => auditDecision(tx, act, ruling));
  } catch (error) {
    // It is in the log; whoever only watches must not stop the work, and a refusal stands without its note.
    deps.log({ level: 'error', event: 'policy.not_audited', call: ruling.call, ...errorKind(error) });
  }
  if (ruling.enforced) throw unauthorized();
}

function logDenial(log: Deps['log'], act: Act, { policyId: policy_id, ...decided }: Ruling): void {
  const by = { request_id: act.requestId, user_id: act.actorId, impersonator_id: act.impersonatorId };
  log({ level: 'info', event: 'policy.decision', ...decided, policy_id, ...by });
}

/** Writes down that a change was allowed, in the transaction of the change: what came to nothing leaves nothing. */
export async function auditAllowed(tx: Tx, act: Act, ruling: Ruling | undefined): Promise<void> {
  if (ruling?.decision === 'allow') await auditDecision(tx, act, ruling);
}

async function auditDecision(tx: Tx, act: Act, ruling: Ruling): Promise<void> {
  await audit(tx, act, decisionEntry(ruling));
}

function decisionEntry({ decision, policyId: entityId, ...after }: Ruling): AuditEntry {
  return { action: `policy_${decision}`, entity: 'policy', entityId, after };
}

/** The policies as they are decided with. */
type LoadedPolicies = Awaited<ReturnType<typeof readAllPolicies>>;

/** Each row's version and time: another text after every change, whichever process made it. */
const readStamp = preparedOnce(db =>
  db
    .select({
      stamp: sql<string>`coalesce(string_agg(concat_ws(':', ${policies.id}, ${policies.version}, ${policies.updated_at}), ',' order by ${policies.id}), '')`,
    })
    .from(policies)
    .prepare('read_policies_stamp'),
);

const known = new WeakMap<Db, { stamp: string; stored: LoadedPolicies }>();

/** All policies, read again only when one of them has changed: that is asked each time, and costs one short query. */
async function loadPolicies(db: Db) {
  // The stamp first: a change in between makes it too old, and the next call reads again.
  const [row] = await readStamp(db).execute();
  if (!row) throw new Error('an aggregate had no row');
  const last = known.get(db);
  if (last?.stamp === row.stamp) return last.stored;
  const stored = await readAllPolicies(db);
  known.set(db, { stamp: row.stamp, stored });
  return stored;
}

async function readAllPolicies(db: Db) {
  const rows = await readPolicies(db);
  // Without the catalogue: a role or state that is gone makes a condition false, not a policy unreadable.
  const read = rows.map(row => ({ id: row.id, policy: readPolicy(row) }));
  const readable = read.flatMap(({ policy }) => (policy.ok ? [policy.value] : []));
  // Nobody knows what it forbids.
  const unreadable = read.find(({ policy }) => !policy.ok)?.id;
  const catalogue = await readCatalogue(db);
  return { policies: readable, catalogue, asked: collectAttributes(readable, catalogue), unreadable };
}
