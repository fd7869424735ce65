/** What tokens of other programs may be good for, and whose tokens. */
import { eq } from 'drizzle-orm';
import { BEARERS, type Endpoint, SCOPES, type Scope } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Queryable } from '../db/database.ts';
import { permissions, rolePermission, userRole } from '../db/schema.ts';
import { satisfiesGuard } from './satisfies-guard.ts';

/** What a user reads before they agree. */
export const SCOPE_TITLES: Record<Scope, string> = {
  profile: 'Видеть ваше имя, e-mail и роль',
  promo: 'Видеть и менять ваши телефоны, видеть и оформлять заявки',
  moderation: 'Управлять промоутерами: отчеты, выплаты и статистика',
  warehouse: 'Видеть склад и менять его документы',
  integration: 'Сообщать состояние и сумму заявок из учетной системы',
};

export function isScope(name: string): name is Scope {
  return SCOPES.some(scope => scope === name);
}

function openedBy(scope: Scope): Endpoint[] {
  return Object.values(endpoints).filter(endpoint => endpoint.scope === scope);
}

/** The scopes that somebody with these permissions can give away: nothing that they may not do themselves. */
export function grantableScopes(can: Readonly<Record<string, boolean>>): Scope[] {
  return SCOPES.filter(scope => openedBy(scope).some(({ guard }) => satisfiesGuard(can, guard)));
}

/** Whether a personal token can call anything with it. */
export function servesPersonal(scope: Scope): boolean {
  return openedBy(scope).some(({ bearers = BEARERS }) => bearers.includes('personal'));
}

/** The permissions of a user, as flags. */
export async function readPermissions(on: Queryable, userId: number): Promise<Record<string, boolean>> {
  const rows = await on
    .select({ name: permissions.name })
    .from(userRole)
    .innerJoin(rolePermission, eq(rolePermission.role_id, userRole.role_id))
    .innerJoin(permissions, eq(permissions.id, rolePermission.permission_id))
    .where(eq(userRole.user_id, userId));
  return Object.fromEntries(rows.map(({ name }) => [name, true]));
}
