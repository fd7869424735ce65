import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { roles, userRole, users } from '../db/schema.ts';

/** Somebody who can sign in, with their roles in the order of the roles. */
type UserRow = {
  id: number;
  name: string;
  email: string;
  roles: { id: number; name: string; display_name: string }[];
};

const ACTIVE = eq(users.status, 'active');

/** Everybody who can sign in, by id. Two queries, however many they are. */
export async function readUsers(on: Queryable): Promise<UserRow[]> {
  const people = await on
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(ACTIVE)
    .orderBy(asc(users.id));
  const held = await on
    .select({
      userId: userRole.user_id,
      role: { id: roles.id, name: roles.name, display_name: roles.display_name },
    })
    .from(userRole)
    .innerJoin(roles, eq(roles.id, userRole.role_id))
    .orderBy(asc(userRole.user_id), asc(roles.id));
  const listed = new Map(people.map(person => [person.id, withoutRoles(person)]));
  for (const { userId, role } of held) listed.get(userId)?.roles.push(role);
  return [...listed.values()];
}

/** The same people by name, without anything else about them. */
export async function readUserNames(on: Queryable): Promise<{ id: number; name: string }[]> {
  const people = await on.select({ id: users.id, name: users.name }).from(users).where(ACTIVE);
  return people.sort((a, b) => RUSSIAN.compare(a.name, b.name) || a.id - b.id);
}

/** Not the database's order: that depends on how its cluster was made. */
const RUSSIAN = new Intl.Collator('ru');

function withoutRoles(person: Omit<UserRow, 'roles'>): UserRow {
  return { ...person, roles: [] };
}
