import { isDeepStrictEqual } from 'node:util';
import { asc, eq } from 'drizzle-orm';
import type { Policy } from '#domain/policy/policy.ts';
import type { Queryable, Tx } from '../db/database.ts';
import { changedMeanwhile } from '../db/refusal.ts';
import { policies } from '../db/schema.ts';
import { type Act, audit } from './act.ts';

/** A policy as it is stored, with the version that a save grows. */
export type StoredPolicy = Policy & { version: number };

const columns = {
  id: policies.id,
  name: policies.name,
  ruleCombine: policies.rule_combine,
  target: policies.target,
  rules: policies.rules,
  version: policies.version,
};

export async function readPolicies(on: Queryable): Promise<StoredPolicy[]> {
  return on.select(columns).from(policies).orderBy(asc(policies.id));
}

/** The policy with who saved it last, held until the end of the transaction: whoever saves it too waits here. */
async function lockPolicy(tx: Tx, id: number) {
  const [row] = await tx
    .select({ stored: columns, updatedBy: policies.updated_by })
    .from(policies)
    .where(eq(policies.id, id))
    .for('update');
  return row;
}

type LockedPolicy = NonNullable<Awaited<ReturnType<typeof lockPolicy>>>;

/** A policy to be stored; `version` is the one that the caller has seen, 0 for none yet, null where they do not say. */
type AskedPolicy = { policy: Policy; version: number | null };

/** Stores a policy under its id, whether there is one or not, and returns its new version. */
export async function savePolicy(tx: Tx, act: Act, asked: AskedPolicy): Promise<number> {
  const { policy, version } = asked;
  const before = await lockPolicy(tx, policy.id);
  if (before) return replace(tx, act, asked, before);
  if (version) throw changedMeanwhile();
  if (await insert(tx, act, policy)) return 1;
  // Somebody else has made the same id at this moment: the insert has waited for them.
  const theirs = await lockPolicy(tx, policy.id);
  if (!theirs) throw new Error('a policy vanished that was just made');
  return replace(tx, act, asked, theirs);
}

async function insert(tx: Tx, act: Act, policy: Policy) {
  const made = await tx
    .insert(policies)
    .values({ id: policy.id, ...contentOf(policy, act), created_at: act.now })
    .onConflictDoNothing()
    .returning({ id: policies.id });
  if (made.length === 0) return false;
  await audit(tx, act, { action: 'create', entity: 'policy', entityId: policy.id, after: policy });
  return true;
}

async function replace(tx: Tx, act: Act, asked: AskedPolicy, locked: LockedPolicy) {
  const { policy, version } = asked;
  const before = locked.stored;
  if (isSavedAgain(asked, locked, act)) return before.version;
  if (version !== null && version !== before.version) throw changedMeanwhile();
  const next = before.version + 1;
  await tx
    .update(policies)
    .set({ ...contentOf(policy, act), version: next })
    .where(eq(policies.id, policy.id));
  const after = { ...policy, version: next };
  await audit(tx, act, { action: 'update', entity: 'policy', entityId: policy.id, before, after });
  return next;
}

/** Whether it is the caller's own last save, whose answer was lost on the way: done already, and nobody's conflict. */
function isSavedAgain({ policy, version }: AskedPolicy, { stored, updatedBy }: LockedPolicy, act: Act) {
  const { version: now, ...content } = stored;
  const isLast = version !== null && version + 1 === now && updatedBy === act.actorId;
  return isLast && isDeepStrictEqual(content, policy);
}

function contentOf({ name, ruleCombine, target, rules }: Policy, { actorId, now }: Act) {
  return { name, rule_combine: ruleCombine, target, rules, updated_by: actorId, updated_at: now };
}
