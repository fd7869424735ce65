import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Endpoint, Guard, Permission } from '#contract/endpoint.ts';
import { satisfies } from '#domain/permissions.ts';
import type { Deps } from '../db/deps.ts';
import { preparedOnce } from '../db/prepared.ts';
import { unauthenticated, unauthorized } from '../db/refusal.ts';
import { accessTokens, permissions, rolePermission, roles, userRole, users } from '../db/schema.ts';
import { findImpersonator } from './login-as.ts';
import { hashToken } from './tokens.ts';

export type Role = { id: number; name: string; display_name: string };

/** Who is calling, with what they may do. */
export type Identity = {
  id: number;
  name: string;
  email: string;
  roles: Role[];
  can: Record<string, boolean>;
  /** The login that this is: all that was refreshed from one sign-in. */
  session: string;
  /** Who really works here, when it is somebody else. */
  impersonator: { id: number; name: string } | null;
};

/** This query runs before every call. */
const lookupOf = preparedOnce(db =>
  db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      session: accessTokens.family,
      usedAt: accessTokens.used_at,
      impersonatorId: accessTokens.impersonator_id,
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
  const { id, name, email, session, impersonatorId } = first;
  const impersonator = impersonatorId === null ? null : await findImpersonator(db, impersonatorId, id);
  if (impersonator === undefined) throw unauthenticated();
  return { id, name, email, roles: [...found.values()], can, session, impersonator };
}

const holds = (permission: Permission) => (identity: Identity) => satisfies(identity.can, permission);

/** What each guard asks of somebody signed in. The first two are no guards of theirs. */
const RULES = new Map<string, (identity: Identity) => boolean>(
  Object.entries({
    public: () => false,
    client: () => false,
    session: () => true,
    work_promoter: holds('work_promoter'),
    edit_promoters: holds('edit_promoters'),
    edit_users: holds('edit_users'),
  } satisfies Record<Guard, (identity: Identity) => boolean>),
);

/** Refuses whoever lacks what the endpoint asks for. A guard that nobody knows lets nobody in. */
export function authorize(identity: Identity, asked: Pick<Endpoint, 'guard' | 'onlyAsOneself'>): void {
  if (asked.onlyAsOneself && identity.impersonator) throw unauthorized();
  if (!RULES.get(asked.guard)?.(identity)) throw unauthorized();
}
