import { and, asc, eq } from 'drizzle-orm';
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
  const rows = await select(on).where(eq(roles.name, ROLE)).orderBy(asc(users.name));
  return rows.sort((a, b) => compare(a.name, b.name) || a.id - b.id);
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
