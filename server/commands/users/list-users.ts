import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { roles, userRole, users } from '../../db/schema.ts';

/** An account as the administrator lists it, blocked ones too. */
export type ListedUser = {
  id: number;
  email: string;
  name: string;
  status: 'active' | 'blocked';
  roles: string[];
};

/** Every account, by id. */
export async function listAccounts(on: Queryable): Promise<ListedUser[]> {
  const rows = await on
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      status: users.status,
      role: roles.name,
    })
    .from(users)
    .leftJoin(userRole, eq(userRole.user_id, users.id))
    .leftJoin(roles, eq(roles.id, userRole.role_id))
    .orderBy(asc(users.id), asc(roles.id));
  const listed = new Map<number, ListedUser>();
  for (const { role, ...user } of rows) {
    const known = listed.get(user.id) ?? { ...user, roles: [] };
    if (role !== null) known.roles.push(role);
    listed.set(user.id, known);
  }
  return [...listed.values()];
}
