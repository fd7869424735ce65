/** What the policies say of a call, and what becomes of it: written down, and refused where they are enforced. */
import { sql } from 'drizzle-orm';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { decide } from '#domain/policy/evaluation/evaluate.ts';
import { readPolicy } from '#domain/policy/reading/read-policy.ts';
import { toWallClock } from '#kit/date.ts';
import type { Identity } from '../auth/authenticate.ts';
import { type Act, audit } from '../commands/act.ts';
import { readPolicies } from '../commands/policies.ts';
import { readCatalogue } from '../commands/policy-catalogue.ts';
import { type Db, preparedOnce, type Tx } from '../db/database.ts';
import { errorKind } from '../db/database-problem.ts';
import type { Deps } from '../db/deps.ts';
import { unauthorized } from '../db/refusal.ts';
import { policies } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import { CALL_TARGETS, isExempt, readTargetId } from './call-targets.ts';
import { type CallContext, collectAttributes, gatherFacts } from './facts.ts';

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

async function evaluatePolicies({ db, config, log }: Deps, context: CallContext): Promise<Verdict> {
  try {
    const { policies, catalogue, asked, unreadable } = await loadPolicies(db);
    if (unreadable !== undefined) return { decision: 'deny', reason: 'unreadable', policyId: unreadable };
    const facts = await gatherFacts({ on: db, zone: config.zone }, asked, context);
    const { decision, reason, policyId } = decide(policies, facts, catalogue);
    return { decision, reason, policyId };
  } catch (error) {
    // Only the kind of the error: messages of the database quote values.
    log({ level: 'error', event: 'policy.failed', call: context.call, ...errorKind(error) });
    return { decision: 'deny', reason: 'failed', policyId: null };
  }
}

/** Writes a refusal down; where policies are enforced it is one. */
export async function enforceDecision(deps: Deps, act: Act, ruling: Ruling | undefined): Promise<void> {
  if (ruling?.decision !== 'deny') return;
  const { policyId: policy_id, ...decided } = ruling;
  const by = { request_id: act.requestId, user_id: act.actorId, impersonator_id: act.impersonatorId };
  deps.log({ level: 'info', event: 'policy.decision', ...decided, policy_id, ...by });
  try {
    await transact(deps.db, tx => auditDecision(tx, act, ruling));
  } catch (error) {
    // It is in the log; whoever only watches must not stop the work, and a refusal stands without its note.
    deps.log({ level: 'error', event: 'policy.not_audited', call: ruling.call, ...errorKind(error) });
  }
  if (ruling.enforced) throw unauthorized();
}

/** Writes down that a change was allowed, in the transaction of the change: what came to nothing leaves nothing. */
export async function auditAllowed(tx: Tx, act: Act, ruling: Ruling | undefined): Promise<void> {
  if (ruling?.decision === 'allow') await auditDecision(tx, act, ruling);
}

async function auditDecision(tx: Tx, act: Act, ruling: Ruling): Promise<void> {
  const { decision, policyId: entityId, ...after } = ruling;
  await audit(tx, act, { action: `policy_${decision}`, entity: 'policy', entityId, after });
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
