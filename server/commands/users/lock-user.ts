import { and, eq, ne } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { notFound, Refusal } from '../../db/refusal.ts';
import { roles, userRole, users } from '../../db/schema.ts';
import type { RoleName } from '../../db/seed/base.ts';

export type LockedUser = { id: number; email: string; status: 'active' | 'blocked' };

const ADMIN: RoleName = 'admin';

/** The user with this address, held until the end of the transaction: whoever changes them too waits here. */
export async function lockUser(tx: Tx, email: string): Promise<LockedUser> {
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
export async function lockAdministrators(tx: Tx): Promise<void> {
  await tx.select({ id: roles.id }).from(roles).where(eq(roles.name, ADMIN)).for('no key update');
}

/** Somebody must be able to sign in and let the others in. The caller holds the administrators. */
export async function refuseLastAdministrator(tx: Tx, { id, email, status }: LockedUser): Promise<void> {
  const administrators = tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(userRole, eq(userRole.user_id, users.id))
    .innerJoin(roles, eq(roles.id, userRole.role_id))
    .where(and(eq(roles.name, ADMIN), eq(users.status, 'active'), ne(users.id, id)))
    .limit(1);
  if (status === 'blocked' || !(await hasRole(tx, id, ADMIN))) return;
  if ((await administrators).length > 0) return;
  throw new Refusal(409, {
    message: `${email} — последний действующий администратор: сначала назначьте другого`,
  });
}

/** Whether a user has a role now. */
export async function hasRole(tx: Tx, userId: number, role: RoleName): Promise<boolean> {
  const held = await tx
    .select({ id: roles.id })
    .from(userRole)
    .innerJoin(roles, eq(roles.id, userRole.role_id))
    .where(and(eq(userRole.user_id, userId), eq(roles.name, role)));
  return held.length > 0;
}
