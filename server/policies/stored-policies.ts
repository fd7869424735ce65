import { sql } from 'drizzle-orm';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { readPolicy } from '#domain/policy/reading/read-policy.ts';
import { readCatalogue } from '../commands/policy-catalogue.ts';
import { readPolicies } from '../commands/policy-rows.ts';
import type { Db } from '../db/database.ts';
import { preparedOnce } from '../db/prepared.ts';
import { policies } from '../db/schema.ts';
import { type Asked, askedBy } from './asked.ts';

/** The policies as they are decided with. */
type StoredPolicies = {
  policies: readonly Policy[];
  catalogue: Catalogue;
  asked: Asked;
  /** A policy that cannot be read: nobody knows what it forbids. */
  unreadable: number | undefined;
};

/** Each row's version and time: another text after every change, whichever process made it. */
const stampOf = preparedOnce(db =>
  db
    .select({
      stamp: sql<string>`coalesce(string_agg(concat_ws(':', ${policies.id}, ${policies.version}, ${policies.updated_at}), ',' order by ${policies.id}), '')`,
    })
    .from(policies)
    .prepare('read_policies_stamp'),
);

const known = new WeakMap<Db, { stamp: string; stored: StoredPolicies }>();

/** All policies, read again only when one of them has changed: that is asked each time, and costs one short query. */
export async function storedPolicies(db: Db): Promise<StoredPolicies> {
  // The stamp first: a change in between makes it too old, and the next call reads again.
  const [row] = await stampOf(db).execute();
  if (!row) throw new Error('an aggregate had no row');
  const last = known.get(db);
  if (last?.stamp === row.stamp) return last.stored;
  const stored = await readStored(db);
  known.set(db, { stamp: row.stamp, stored });
  return stored;
}

async function readStored(db: Db): Promise<StoredPolicies> {
  const rows = await readPolicies(db);
  // Without the catalogue: a role or state that is gone makes a condition false, not a policy unreadable.
  const read = rows.map(row => ({ id: row.id, policy: readPolicy(row) }));
  const readable = read.flatMap(({ policy }) => (policy.ok ? [policy.value] : []));
  const unreadable = read.find(({ policy }) => !policy.ok)?.id;
  const catalogue = await readCatalogue(db);
  return { policies: readable, catalogue, asked: askedBy(readable, catalogue), unreadable };
}
