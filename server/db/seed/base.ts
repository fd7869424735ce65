/** What every installation needs before the first user: permissions, roles, states of an order. */
import { inArray } from 'drizzle-orm';
import type { Permission } from '#contract/guard.ts';
import type { Tx } from '../database.ts';
import { madeAt } from '../schema/columns.ts';
import { permissions, requestStates, rolePermission, roles, userRole, users } from '../schema.ts';

const PERMISSIONS: Record<Permission, string> = {
  work_promoter: 'Работа промоутера',
  edit_promoters: 'Управление промоутерами',
  edit_users: 'Управление пользователями',
};

export type RoleName = 'promoter' | 'moderator' | 'admin';

const ROLES: Record<RoleName, { title: string; grants: Permission[] }> = {
  promoter: { title: 'Промоутер', grants: ['work_promoter'] },
  moderator: { title: 'Модератор', grants: ['work_promoter', 'edit_promoters'] },
  admin: { title: 'Администратор', grants: ['work_promoter', 'edit_promoters', 'edit_users'] },
};

const STATES = [
  { code: 'new', name: 'Новая', is_done: false },
  { code: 'in_work', name: 'В работе', is_done: false },
  { code: 'done', name: 'Выполнена', is_done: true },
  { code: 'cancelled', name: 'Отменена', is_done: false },
];

/** Adds what is missing and touches nothing else; returns role ids by name. */
export async function seedBase(tx: Tx, now: Date): Promise<Map<string, number>> {
  const times = madeAt(now);
  await tx
    .insert(permissions)
    .values(Object.entries(PERMISSIONS).map(([name, display_name]) => ({ name, display_name, ...times })))
    .onConflictDoNothing();
  await tx
    .insert(roles)
    .values(Object.entries(ROLES).map(([name, { title }]) => ({ name, display_name: title, ...times })))
    .onConflictDoNothing();
  await tx
    .insert(requestStates)
    .values(STATES.map((state, sort) => ({ ...state, sort, ...times })))
    .onConflictDoNothing();
  const roleIds = await readIds(tx, roles, Object.keys(ROLES));
  const permissionIds = await readIds(tx, permissions, Object.keys(PERMISSIONS));
  const pairs = Object.entries(ROLES).flatMap(([role, { grants }]) =>
    grants.map(grant => ({ role_id: idOf(roleIds, role), permission_id: idOf(permissionIds, grant) })),
  );
  await tx.insert(rolePermission).values(pairs).onConflictDoNothing();
  return roleIds;
}

/** Makes users with one role each, all with one password; their ids by e-mail. */
export async function seedUsers(
  tx: Tx,
  roleIds: Map<string, number>,
  people: readonly { email: string; name: string; role: RoleName }[],
  password_hash: string,
  now: Date,
): Promise<Map<string, number>> {
  const account = { password_hash, status: 'active' as const, password_changed_at: now, ...madeAt(now) };
  const made = await tx
    .insert(users)
    .values(people.map(({ email, name }) => ({ email, name, ...account })))
    .returning({ id: users.id, email: users.email });
  const ids = new Map(made.map(({ email, id }) => [email, id]));
  await tx
    .insert(userRole)
    .values(people.map(({ email, role }) => ({ user_id: idOf(ids, email), role_id: idOf(roleIds, role) })));
  return ids;
}

async function readIds(tx: Tx, table: typeof roles | typeof permissions, names: string[]) {
  const rows = await tx
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(inArray(table.name, names));
  return new Map(rows.map(row => [row.name, row.id]));
}

/** The id behind a name that must be there. */
export function idOf(ids: Map<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`not seeded: ${name}`);
  return id;
}
