/** More people for a test server, and what may happen to them. */
import { and, eq } from 'drizzle-orm';
import { newId } from '#kit/ids.ts';
import type { Db } from '#server/db/database.ts';
import { roles, userRole, users } from '#server/db/schema.ts';
import type { RoleName } from '#server/db/seed/base.ts';
import { transact } from '#server/db/transaction.ts';
import type { TestFirm } from './fixture.ts';
import type { TestServer, TestUser } from './server.ts';

/** Somebody new who signs in with TEST_PASSWORD, with a role or without any. */
export async function createUserWithRole(
  { db, users: known }: Pick<TestFirm, 'db' | 'users'>,
  role?: RoleName,
  name = `Test ${role ?? 'nobody'}`,
): Promise<TestUser> {
  const email = `${newId()}@test.example`;
  return transact(db, async tx => {
    const [model] = await tx.select().from(users).where(eq(users.id, known.promoter.id));
    if (!model) throw new Error('the fixture has no promoter');
    const { id: _, ...columns } = model;
    const [made] = await tx
      .insert(users)
      .values({ ...columns, name, email })
      .returning({ id: users.id, name: users.name, email: users.email });
    if (!made) throw new Error('nobody was hired');
    if (role) await tx.insert(userRole).values({ user_id: made.id, role_id: await roleId(tx, role) });
    return made;
  });
}

async function roleId(on: Pick<Db, 'select'>, name: string): Promise<number> {
  const [role] = await on.select({ id: roles.id }).from(roles).where(eq(roles.name, name));
  if (!role) throw new Error(`there is no role ${name}`);
  return role.id;
}

export async function blockUser({ db }: Pick<TestFirm, 'db'>, { id }: TestUser): Promise<void> {
  await db.update(users).set({ status: 'blocked' }).where(eq(users.id, id));
}

export async function grantRole({ db }: TestServer, { id }: TestUser, role: string): Promise<void> {
  await db.insert(userRole).values({ user_id: id, role_id: await roleId(db, role) });
}

export async function revokeRole({ db }: TestServer, { id }: TestUser, role: string): Promise<void> {
  await db
    .delete(userRole)
    .where(and(eq(userRole.user_id, id), eq(userRole.role_id, await roleId(db, role))));
}

/** The Authorization header of a session in which `admin` works as `target`. */
export async function workAs(
  server: TestServer,
  admin: Record<string, string>,
  target: TestUser,
): Promise<Record<string, string>> {
  const headers = { ...admin, 'content-type': 'application/json' };
  const body = JSON.stringify({ user_id: target.id });
  const answer = await server.fetch('/api/adminAuth/token', { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`login-as was answered ${answer.status}`);
  // Our own server's answer, checked by its own tests.
  const { access_token } = (await answer.json()) as { access_token: string };
  return { authorization: `Bearer ${access_token}` };
}
