/** What is done to accounts. A change returns the user, and whether anything has changed. */
import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { EMAIL_TAKEN } from '#contract/moderation.ts';
import { normaliseEmail } from '#kit/email.ts';
import type { Queryable, Tx } from '../db/database.ts';
import { readPermissions } from '../db/permissions.ts';
import { invalid, notFound, Refusal, unauthorized } from '../db/refusal.ts';
import { madeAt } from '../db/schema/columns.ts';
import { roles, userRole, users } from '../db/schema.ts';
import type { RoleName } from '../db/seed/base.ts';
import { type Act, audit, COMMAND_LINE } from './act.ts';

export type NewUser = { name: string; email: string; passwordHash: string; role: RoleName };

/** Makes an account. Of two that want the same address at once the unique index lets one through. */
export async function createUser(tx: Tx, act: Act, { name, email, passwordHash, role }: NewUser) {
  const [made] = await tx
    .insert(users)
    .values({
      name,
      email: normaliseEmail(email),
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

/** Those of these addresses that an account has. */
export function findTakenEmails(on: Queryable, emails: readonly string[]): Promise<{ email: string }[]> {
  const asked = emails.map(normaliseEmail);
  return on.select({ email: users.email }).from(users).where(inArray(users.email, asked));
}

/** Whom a change is about: the command line names an address, the page an id. */
export type Who = { email: string } | { id: number };

/** Another password. The caller ends the logins that were begun with the old one. */
export async function changePassword(
  tx: Tx,
  act: Act,
  { passwordHash, ...who }: { email: string; passwordHash: string },
) {
  const user = await lockUser(tx, who);
  await tx
    .update(users)
    .set({ password_hash: passwordHash, password_changed_at: act.now, updated_at: act.now })
    .where(eq(users.id, user.id));
  await audit(tx, act, { action: 'change_password', entity: 'user', entityId: user.id });
  return { user, changed: true };
}

type RoleChange = { email: string; role: RoleName };

export async function grantRole(tx: Tx, act: Act, { email, role }: RoleChange) {
  const user = await lockUser(tx, { email });
  if (await hasRole(tx, user.id, role)) return { user, changed: false };
  await giveRole(tx, act, user, { id: await roleId(tx, role), name: role });
  return { user, changed: true };
}

/** One role less. The caller ends the logins: what they were good for is over. */
export async function revokeRole(tx: Tx, act: Act, { email, role }: RoleChange) {
  await lockAdministrators(tx, act);
  const user = await lockUser(tx, { email });
  if (!(await hasRole(tx, user.id, role))) return { user, changed: false };
  await takeRole(tx, act, user, { id: await roleId(tx, role), name: role });
  return { user, changed: true };
}

/** `seen`: the roles that the choice was made from; undefined where nobody says. */
type RolesChange = { id: number; roles: string[]; seen?: string[] | undefined };

/** These roles, by name, and no others. Where one was taken the caller ends the logins (`revoked`). */
export async function setRoles(tx: Tx, act: Act, { id, roles: names, seen }: RolesChange) {
  await lockAdministrators(tx, act);
  const user = await lockUser(tx, { id });
  const wanted = await tx
    .select(NAMED_ROLE)
    .from(roles)
    .where(inArray(roles.name, names))
    .orderBy(asc(roles.id));
  if (wanted.length < new Set(names).size) throw invalid({ roles: ['Такой роли нет'] });
  const held = await rolesOf(tx, id);
  const without = (all: NamedRole[], others: NamedRole[]) =>
    all.filter(role => !others.some(other => other.id === role.id));
  const [given, taken] = [without(wanted, held), without(held, wanted)];
  if (given.length + taken.length === 0) return { user, changed: false, revoked: false };
  if (act.actorId === id) throw new Refusal(409, { message: 'Свои роли меняет другой администратор' });
  if (seen && !isSame(seen, held)) throw new Refusal(409, { message: ROLES_CHANGED });
  for (const role of taken) await takeRole(tx, act, user, role);
  for (const role of given) await giveRole(tx, act, user, role);
  return { user, changed: true, revoked: taken.length > 0 };
}

const ROLES_CHANGED =
  'Роли тем временем изменились в другом месте. Показано, как есть сейчас: проверьте и сохраните снова';

function isSame(names: readonly string[], held: readonly NamedRole[]): boolean {
  return new Set(names).size === held.length && held.every(({ name }) => names.includes(name));
}

type StatusChange = Who & ({ status: 'active' } | { status: 'blocked'; reason: string | null });

/**
 * Nobody's way in, or again somebody's. What a promoter has earned stays. The caller ends the logins. A block that stands keeps
 * its reason.
 */
export async function setStatus(tx: Tx, act: Act, change: StatusChange) {
  await lockAdministrators(tx, act);
  const user = await lockUser(tx, change);
  const { status } = change;
  if (user.status === status) return { user, changed: false };
  // Half a pair of surrogates is no text for the audit's JSON.
  const reason = change.status === 'blocked' ? (change.reason?.replace(/\p{Surrogate}/gu, '') ?? null) : null;
  if (status === 'blocked') await refuseBlock(tx, act, user);
  const blocked_at = status === 'blocked' ? act.now : null;
  await tx
    .update(users)
    .set({ status, blocked_at, block_reason: reason, updated_at: act.now })
    .where(eq(users.id, user.id));
  const action = status === 'blocked' ? 'block' : 'unblock';
  await audit(tx, act, { action, entity: 'user', entityId: user.id, ...(reason && { after: { reason } }) });
  return { user, changed: true };
}

async function refuseBlock(tx: Tx, act: Act, user: LockedUser): Promise<void> {
  if (act.actorId === user.id) throw new Refusal(409, { message: 'Себя заблокировать нельзя' });
  await refuseLastAdministrator(tx, user);
}

const NAMED_ROLE = { id: roles.id, name: roles.name };
type NamedRole = { id: number; name: string };

async function giveRole(tx: Tx, act: Act, user: LockedUser, role: NamedRole): Promise<void> {
  await tx.insert(userRole).values({ user_id: user.id, role_id: role.id });
  await audit(tx, act, {
    action: 'grant_role',
    entity: 'user',
    entityId: user.id,
    after: { role: role.name },
  });
}

/** The caller holds the administrators. */
async function takeRole(tx: Tx, act: Act, user: LockedUser, role: NamedRole): Promise<void> {
  if (role.name === ADMIN) await refuseLastAdministrator(tx, user);
  await tx.delete(userRole).where(and(eq(userRole.user_id, user.id), eq(userRole.role_id, role.id)));
  // Whoever is signing in at this moment holds this row: they are waited for, and their login is seen.
  await tx.update(users).set({ updated_at: act.now }).where(eq(users.id, user.id));
  await audit(tx, act, {
    action: 'revoke_role',
    entity: 'user',
    entityId: user.id,
    before: { role: role.name },
  });
}

function rolesOf(tx: Tx, userId: number): Promise<NamedRole[]> {
  return tx
    .select(NAMED_ROLE)
    .from(userRole)
    .innerJoin(roles, eq(roles.id, userRole.role_id))
    .where(eq(userRole.user_id, userId))
    .orderBy(asc(roles.id));
}

async function roleId(tx: Tx, name: RoleName): Promise<number> {
  const [role] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.name, name));
  if (!role) throw new Refusal(409, { message: `Роли ${name} нет в базе: запустите сервер` });
  return role.id;
}

type LockedUser = Awaited<ReturnType<typeof lockUser>>;

const ADMIN: RoleName = 'admin';

/** The user, held until the end of the transaction: whoever changes them too waits here. */
async function lockUser(tx: Tx, who: Who) {
  // No e-mail has a NUL, and the engine refuses to compare with one.
  if ('email' in who && who.email.includes('\0')) throw notFound();
  const [user] = await tx
    .select({ id: users.id, email: users.email, status: users.status })
    .from(users)
    .where('email' in who ? eq(users.email, who.email) : eq(users.id, who.id))
    .for('no key update');
  if (!user) throw notFound();
  return user;
}

/**
 * Comes before the lock of the user where somebody may stop being an administrator: of two who each want to take away one
 * of the last two, the second waits here and then counts again.
 */
async function lockAdministrators(tx: Tx, { actorId }: Act): Promise<void> {
  await tx.select({ id: roles.id }).from(roles).where(eq(roles.name, ADMIN)).for('no key update');
  if (actorId === COMMAND_LINE) return;
  // Whoever waited here may have been blocked by the one who was first.
  const [actor] = await tx.select({ status: users.status }).from(users).where(eq(users.id, actorId));
  if (actor?.status !== 'active' || !(await readPermissions(tx, actorId)).edit_users) throw unauthorized();
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
  return (await rolesOf(tx, userId)).some(({ name }) => name === role);
}
