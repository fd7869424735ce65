import { asc, eq } from 'drizzle-orm';
import type { Policy } from '#domain/policy/policy.ts';
import type { Queryable, Tx } from '../db/database.ts';
import { policies } from '../db/schema.ts';

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

/** Every policy, by id. */
export async function readPolicies(on: Queryable): Promise<StoredPolicy[]> {
  return on.select(columns).from(policies).orderBy(asc(policies.id));
}

/** The policy with who saved it last, held until the end of the transaction: whoever saves it too waits here. */
export async function lockPolicy(tx: Tx, id: number) {
  const [row] = await tx
    .select({ stored: columns, updatedBy: policies.updated_by })
    .from(policies)
    .where(eq(policies.id, id))
    .for('update');
  return row;
}

export type LockedPolicy = NonNullable<Awaited<ReturnType<typeof lockPolicy>>>;
