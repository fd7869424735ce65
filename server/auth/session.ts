import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Guard } from '#contract/endpoint.ts';
import { satisfies } from '#domain/permissions.ts';
import type { Deps } from '../db/deps.ts';
import { preparedOnce } from '../db/prepared.ts';
import { unauthenticated, unauthorized } from '../db/refusal.ts';
import { accessTokens, permissions, rolePermission, roles, userRole, users } from '../db/schema.ts';
import { hashToken } from './tokens.ts';

export type Role = { id: number; name: string; display_name: string };

/** Who is calling, with what they may do. */
export type Identity = {
  id: number;
  name: string;
  email: string;
  roles: Role[];
  can: Record<string, boolean>;
};

/** This query runs before every call. */
const lookupOf = preparedOnce(db =>
  db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      usedAt: accessTokens.used_at,
      role: { id: roles.id, name: roles.name, display_name: roles.display_name },
      permission: permissions.name,
    })
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.user_id))
    .leftJoin(userRole, eq(userRole.user_id, users.id))
    .leftJoin(roles, eq(roles.id, userRole.role_id))
    .leftJoin(rolePermission, eq(rolePermission.role_id, roles.id))
    .leftJoin(permissions, eq(permissions.id, rolePermission.permission_id))
    .where(
      and(
        eq(accessTokens.token_hash, sql.placeholder('hash')),
        isNull(accessTokens.revoked_at),
        gt(accessTokens.expires_at, sql.placeholder('now')),
        eq(users.status, 'active'),
      ),
    )
    .orderBy(roles.id, permissions.id)
    .prepare('find_session'),
);

/** The caller behind a bearer token, or the refusal 401. */
export async function authenticate(
  { db, clock }: Deps,
  authorization: string | undefined,
): Promise<Identity> {
  const token = /^Bearer ([\w~+/.=-]{1,512})$/i.exec(authorization ?? '')?.[1];
  if (!token) throw unauthenticated();
  const hash = hashToken(token);
  const now = new Date(clock());
  const rows = await lookupOf(db).execute({ hash, now });
  const [first] = rows;
  if (!first) throw unauthenticated();
  // The first use proves that the pair arrived: its predecessor loses the longer grace (rotation.ts).
  if (!first.usedAt) {
    await db
      .update(accessTokens)
      .set({ used_at: now })
      .where(and(eq(accessTokens.token_hash, hash), isNull(accessTokens.used_at)));
  }
  const found = new Map(rows.flatMap(({ role }) => (role ? [[role.id, role]] : [])));
  const can = Object.fromEntries(rows.flatMap(row => (row.permission ? [[row.permission, true]] : [])));
  return { id: first.id, name: first.name, email: first.email, roles: [...found.values()], can };
}

/** Refuses whoever lacks the permission that a guard names. */
export function authorize(identity: Identity, guard: Guard): void {
  if (guard === 'session') return;
  if (guard === 'public' || guard === 'client' || !satisfies(identity.can, guard)) throw unauthorized();
}
