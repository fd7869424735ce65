import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { invalid, type Refusal } from '../db/refusal.ts';
import { roles, userRole, users } from '../db/schema.ts';
import type { RoleName } from '../db/seed/base.ts';

export type PromoterRow = { id: number; name: string };

const ROLE: RoleName = 'promoter';

/**
 * What counts is this order and not the database's: its engines order «Ё» differently. They sort all the same, because
 * names that are almost in order cost a tenth here, where everybody waits for it.
 */
const { compare } = new Intl.Collator('ru');

function select(on: Queryable) {
  return on
    .select({ id: users.id, name: users.name })
    .from(users)
    .innerJoin(userRole, eq(userRole.user_id, users.id))
    .innerJoin(roles, eq(roles.id, userRole.role_id));
}

/**
 * Every promoter, by name: whoever has the role `promoter`. Moderators and administrators may work as promoters too,
 * but are none until they are given that role. Blocked ones are listed: what they earned is still to be paid.
 */
export async function readPromoters(on: Queryable): Promise<PromoterRow[]> {
  const each = select(on).where(eq(roles.name, ROLE)).as('each');
  // One value and not ten thousand rows, each of which would be taken apart by itself.
  const pairs = sql<string | null>`
    json_agg(json_build_array(${each.id}, ${each.name}) order by ${each.name})::text`;
  const [row] = await on.select({ pairs }).from(each);
  return [...inOrder(row?.pairs ?? '[]')];
}

let last: { pairs: string; promoters: readonly PromoterRow[] } = { pairs: '[]', promoters: [] };

/** What was read last time is not taken apart and sorted again: people seldom change, and that takes longer than the query. */
function inOrder(pairs: string): readonly PromoterRow[] {
  if (pairs !== last.pairs) {
    // The statement's own.
    const read = JSON.parse(pairs) as [id: number, name: string][];
    const promoters = read.map(([id, name]) => ({ id, name }));
    last = { pairs, promoters: promoters.sort((a, b) => compare(a.name, b.name) || a.id - b.id) };
  }
  return last.promoters;
}

/** One promoter, by the same rule. */
export async function findPromoter(on: Queryable, id: number): Promise<PromoterRow | undefined> {
  const [row] = await select(on).where(and(eq(roles.name, ROLE), eq(users.id, id)));
  return row;
}

/** The refusal of an id behind which there is no promoter. */
export function noSuchPromoter(field: string): Refusal {
  return invalid({ [field]: ['Промоутер не найден'] });
}
