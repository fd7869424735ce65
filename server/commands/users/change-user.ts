/** What the firm's administrator does to an account. Each returns the user, and whether anything has changed. */
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../db/refusal.ts';
import { roles, userRole, users } from '../../db/schema.ts';
import type { RoleName } from '../../db/seed/base.ts';
import { type Act, audit } from '../act.ts';
import {
  hasRole,
  type LockedUser,
  lockAdministrators,
  lockUser,
  refuseLastAdministrator,
} from './lock-user.ts';

type ChangedUser = { user: LockedUser; changed: boolean };

/** Another password. The caller ends the logins that were begun with the old one. */
export async function changePassword(
  tx: Tx,
  act: Act,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<ChangedUser> {
  const user = await lockUser(tx, email);
  await tx
    .update(users)
    .set({ password_hash: passwordHash, password_changed_at: act.now, updated_at: act.now })
    .where(eq(users.id, user.id));
  await audit(tx, act, { action: 'change_password', entity: 'user', entityId: user.id });
  return { user, changed: true };
}

type RoleChange = { email: string; role: RoleName };

/** One more role. */
export async function grantRole(tx: Tx, act: Act, { email, role }: RoleChange): Promise<ChangedUser> {
  const user = await lockUser(tx, email);
  if (await hasRole(tx, user.id, role)) return { user, changed: false };
  await tx.insert(userRole).values({ user_id: user.id, role_id: await roleId(tx, role) });
  await audit(tx, act, { action: 'grant_role', entity: 'user', entityId: user.id, after: { role } });
  return { user, changed: true };
}

/** One role less. The caller ends the logins: what they were good for is over. */
export async function revokeRole(tx: Tx, act: Act, { email, role }: RoleChange): Promise<ChangedUser> {
  await lockAdministrators(tx);
  const user = await lockUser(tx, email);
  if (!(await hasRole(tx, user.id, role))) return { user, changed: false };
  if (role === 'admin') await refuseLastAdministrator(tx, user);
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
): Promise<ChangedUser> {
  await lockAdministrators(tx);
  const user = await lockUser(tx, email);
  if (user.status === status) return { user, changed: false };
  if (status === 'blocked') await refuseLastAdministrator(tx, user);
  await tx.update(users).set({ status, updated_at: act.now }).where(eq(users.id, user.id));
  const action = status === 'blocked' ? 'block' : 'unblock';
  await audit(tx, act, { action, entity: 'user', entityId: user.id });
  return { user: { ...user, status }, changed: true };
}

async function roleId(tx: Tx, name: RoleName): Promise<number> {
  const [role] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.name, name));
  if (!role) throw new Refusal(409, { message: `Роли ${name} нет в базе: запустите сервер` });
  return role.id;
}
