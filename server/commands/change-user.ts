/** What is done to accounts. A change returns the user, and whether anything has changed. */
import { and, eq, ne } from 'drizzle-orm';
import { EMAIL_TAKEN } from '#contract/moderation.ts';
import type { Tx } from '../db/database.ts';
import { invalid, notFound, Refusal } from '../db/refusal.ts';
import { madeAt } from '../db/schema/columns.ts';
import { roles, userRole, users } from '../db/schema.ts';
import type { RoleName } from '../db/seed/base.ts';
import { type Act, audit } from './act.ts';

export type NewUser = { name: string; email: string; passwordHash: string; role: RoleName };

/** Makes an account. Of two that want the same address at once the unique index lets one through. */
export async function createUser(tx: Tx, act: Act, { name, email, passwordHash, role }: NewUser) {
  const [made] = await tx
    .insert(users)
    .values({
      name,
      email: email.toLowerCase(),
      password_hash: passwordHash,
      status: 'active',
      password_changed_at: act.now,
      ...madeAt(act.now),
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id, name: users.name, email: users.email });
  if (!made) throw invalid({ email: [EMAIL_TAKEN] });
  const [found] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.name, role));
  if (!found) throw new Error(`role ${role} is not seeded`);
  await tx.insert(userRole).values({ user_id: made.id, role_id: found.id });
  await audit(tx, act, { action: 'create', entity: 'user', entityId: made.id, after: { role } });
  return made;
}

/** Another password. The caller ends the logins that were begun with the old one. */
export async function changePassword(
  tx: Tx,
  act: Act,
  { email, passwordHash }: { email: string; passwordHash: string },
) {
  const user = await lockUser(tx, email);
  await tx
    .update(users)
    .set({ password_hash: passwordHash, password_changed_at: act.now, updated_at: act.now })
    .where(eq(users.id, user.id));
  await audit(tx, act, { action: 'change_password', entity: 'user', entityId: user.id });
  return { user, changed: true };
}

type RoleChange = { email: string; role: RoleName };

export async function grantRole(tx: Tx, act: Act, { email, role }: RoleChange) {
  const user = await lockUser(tx, email);
  if (await hasRole(tx, user.id, role)) return { user, changed: false };
  await tx.insert(userRole).values({ user_id: user.id, role_id: await roleId(tx, role) });
  await audit(tx, act, { action: 'grant_role', entity: 'user', entityId: user.id, after: { role } });
  return { user, changed: true };
}

/** One role less. The caller ends the logins: what they were good for is over. */
export async function revokeRole(tx: Tx, act: Act, { email, role }: RoleChange) {
  await lockAdministrators(tx);
  const user = await lockUser(tx, email);
  if (!(await hasRole(tx, user.id, role))) return { user, changed: false };
  if (role === ADMIN) await refuseLastAdministrator(tx, user);
  await tx
    .delete(userRole)
    .where(and(eq(userRole.user_id, user.id), eq(userRole.role_id, await roleId(tx, role))));
  // Whoever is signing in at this moment holds this row: they are waited for, and their login is seen.
  await tx.update(users).set({ updated_at: act.now }).where(eq(users.id, user.id));
  await audit(tx, act, { action: 'revoke_role', entity: 'user', entityId: user.id, before: { role } });
  return { user, changed: true };
}

/** Nobody's way in, or again somebody's. What a promoter has earned stays. The caller ends the logins. */
export async function setStatus(
  tx: Tx,
  act: Act,
  { email, status }: { email: string; status: LockedUser['status'] },
) {
  await lockAdministrators(tx);
  const user = await lockUser(tx, email);
  if (user.status === status) return { user, changed: false };
  if (status === 'blocked') await refuseLastAdministrator(tx, user);
  await tx.update(users).set({ status, updated_at: act.now }).where(eq(users.id, user.id));
  const action = status === 'blocked' ? 'block' : 'unblock';
  await audit(tx, act, { action, entity: 'user', entityId: user.id });
  return { user, changed: true };
}

async function roleId(tx: Tx, name: RoleName): Promise<number> {
  const [role] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.name, name));
  if (!role) throw new Refusal(409, { message: `Роли ${name} нет в базе: запустите сервер` });
  return role.id;
}

type LockedUser = Awaited<ReturnType<typeof lockUser>>;

const ADMIN: RoleName = 'admin';

/** The user with this address, held until the end of the transaction: whoever changes them too waits here. */
async function lockUser(tx: Tx, email: string) {
  // No e-mail has a NUL, and the engine refuses to compare with one.
  if (email.includes('\0')) throw notFound();
  const [user] = await tx
    .select({ id: users.id, email: users.email, status: users.status })
    .from(users)
    .where(eq(users.email, email))
    .for('no key update');
  if (!user) throw notFound();
  return user;
}

/**
 * Comes before the lock of the user where somebody may stop being an administrator: of two who each want to take away one
 * of the last two, the second waits here and then counts again.
 */
async function lockAdministrators(tx: Tx): Promise<void> {
  await tx.select({ id: roles.id }).from(roles).where(eq(roles.name, ADMIN)).for('no key update');
}

/** Somebody must be able to sign in and let the others in. The caller holds the administrators. */
async function refuseLastAdministrator(tx: Tx, { id, email, status }: LockedUser): Promise<void> {
  if (status === 'blocked' || !(await hasRole(tx, id, ADMIN))) return;
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(userRole, eq(userRole.user_id, users.id))
    .innerJoin(roles, eq(roles.id, userRole.role_id))
    .where(and(eq(roles.name, ADMIN), eq(users.status, 'active'), ne(users.id, id)))
    .limit(1);
  if (others.length > 0) return;
  throw new Refusal(409, {
    message: `${email} — последний действующий администратор: сначала назначьте другого`,
  });
}

async function hasRole(tx: Tx, userId: number, role: RoleName): Promise<boolean> {
  const held = await tx
    .select({ id: roles.id })
    .from(userRole)
    .innerJoin(roles, eq(roles.id, userRole.role_id))
    .where(and(eq(userRole.user_id, userId), eq(roles.name, role)));
  return held.length > 0;
}
