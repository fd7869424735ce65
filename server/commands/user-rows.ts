import { asc, eq, type SQL } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { roles, userRole, users } from '../db/schema.ts';

const ACTIVE = eq(users.status, 'active');

type Role = { id: number; name: string; display_name: string };

/** Accounts by id, blocked ones too unless told otherwise, with their roles in the order of the roles: two queries. */
export async function readAccounts(on: Queryable, where?: SQL) {
  const { id, name, email, status } = users;
  const people = await on.select({ id, name, email, status }).from(users).where(where).orderBy(asc(id));
  const held = await on
    .select({
      userId: userRole.user_id,
      role: { id: roles.id, name: roles.name, display_name: roles.display_name },
    })
    .from(userRole)
    .innerJoin(roles, eq(roles.id, userRole.role_id))
    .orderBy(asc(userRole.user_id), asc(roles.id));
  const accounts = new Map(people.map(person => [person.id, { ...person, roles: [] as Role[] }]));
  for (const { userId, role } of held) accounts.get(userId)?.roles.push(role);
  return [...accounts.values()];
}

/** Everybody who can sign in, by id. */
export async function readUsers(on: Queryable) {
  const accounts = await readAccounts(on, ACTIVE);
  return accounts.map(({ status: _, ...user }) => user);
}

/** The same people by name, without anything else about them. */
export async function readUserNames(on: Queryable): Promise<{ id: number; name: string }[]> {
  const people = await on.select({ id: users.id, name: users.name }).from(users).where(ACTIVE);
  return people.sort((a, b) => RUSSIAN.compare(a.name, b.name) || a.id - b.id);
}

/** Not the database's order: that depends on how its cluster was made. */
const RUSSIAN = new Intl.Collator('ru');
