import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Bearer } from '#contract/endpoint.ts';
import { preparedOnce } from '../db/database.ts';
import { problemOf } from '../db/database-problem.ts';
import type { Deps } from '../db/deps.ts';
import { invalidToken, unauthenticated } from '../db/refusal.ts';
import {
  accessTokens,
  oauthClients,
  permissions,
  rolePermission,
  roles,
  userRole,
  users,
} from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import { noteUse } from './last-use.ts';
import { findImpersonator } from './login-as.ts';
import { hashToken } from './tokens.ts';

/**
 * Who is calling, with what they may do. `session` is the login, all that was refreshed from one sign-in; `bearer` and
 * `scopes` are what the token is good for (authorize-call.ts); `impersonator` is who really works here, when it is
 * somebody else.
 */
export type Identity = Awaited<ReturnType<typeof authenticate>>;

type Role = { id: number; name: string; display_name: string; permissions: string[] | null };

/** The roles of the user that a query looks at, as one value: rows would repeat all else for each permission. */
const rolesOf = sql`(
  select json_agg(json_build_object('id', ${roles.id}, 'name', ${roles.name}, 'display_name', ${roles.display_name},
    'permissions', (select json_agg(${permissions.name} order by ${permissions.id}) from ${rolePermission}
      join ${permissions} on ${permissions.id} = ${rolePermission.permission_id}
      where ${rolePermission.role_id} = ${roles.id})) order by ${roles.id})
  from ${userRole} join ${roles} on ${roles.id} = ${userRole.role_id} where ${userRole.user_id} = ${users.id})`;

/** Times are texts: it is JSON. */
type FoundSession = {
  id: number;
  name: string;
  email: string;
  session: string;
  bearer: Bearer;
  scopes: readonly string[];
  usedAt: string | null;
  clientId: number;
  clientUsedAt: string | null;
  impersonatorId: number | null;
  roles: Role[] | null;
};

/** This query runs before every call. One value in place of eleven: to read each from its own column takes the driver longer. */
const findSession = preparedOnce(db =>
  db
    .select({
      found: sql<FoundSession>`json_build_object(
        'id', ${users.id}, 'name', ${users.name}, 'email', ${users.email}, 'session', ${accessTokens.family},
        'bearer', ${accessTokens.bearer}, 'scopes', ${accessTokens.scopes}, 'usedAt', ${accessTokens.used_at},
        'clientId', ${oauthClients.id}, 'clientUsedAt', ${oauthClients.last_used_at},
        'impersonatorId', ${accessTokens.impersonator_id}, 'roles', ${rolesOf})`,
    })
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.user_id))
    .innerJoin(oauthClients, eq(oauthClients.id, accessTokens.client_id))
    .where(
      and(
        eq(accessTokens.token_hash, sql.placeholder('hash')),
        isNull(accessTokens.revoked_at),
        isNull(oauthClients.revoked_at),
        gt(accessTokens.expires_at, sql.placeholder('now')),
        eq(users.status, 'active'),
      ),
    )
    .prepare('find_session'),
);

/** The caller behind a bearer token, or the refusal 401. */
export async function authenticate(deps: Deps, authorization: string | undefined) {
  const { db, clock } = deps;
  const token = /^Bearer ([\w~+/.=-]{1,512})$/i.exec(authorization ?? '')?.[1];
  if (!token) throw unauthenticated();
  const hash = hashToken(token);
  const now = new Date(clock());
  const [row] = await findSession(db).execute({ hash, now });
  if (!row) throw invalidToken();
  const first = row.found;
  // The first use proves that the pair arrived: its predecessor loses the longer grace (rotation.ts).
  if (!first.usedAt) {
    const unmarked = and(eq(accessTokens.token_hash, hash), isNull(accessTokens.used_at));
    try {
      await transact(db, tx => tx.update(accessTokens).set({ used_at: now }).where(unmarked));
    } catch (error) {
      // On a full disk whoever is signed in still reads; the predecessor has its longer grace a little longer.
      if (problemOf(error) !== 'unavailable') throw error;
    }
  }
  const found = first.roles ?? [];
  const { impersonatorId, id, name, email, session, bearer, scopes } = first;
  const impersonator = impersonatorId === null ? null : await findImpersonator(db, impersonatorId, id);
  if (impersonator === undefined) throw invalidToken();
  noteUse(deps, { ...first, hash }, now);
  return {
    id,
    name,
    email,
    roles: found.map(({ permissions: _, ...role }) => role),
    can: permissionsOf(found),
    session,
    bearer,
    scopes,
    impersonator,
  };
}

function permissionsOf(found: readonly Role[]): Record<string, boolean> {
  const names = found.flatMap(({ permissions }) => permissions ?? []);
  return Object.fromEntries(names.map(name => [name, true]));
}
