/** An hour as somebody else: who may, and the session of it. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { HOUR_MS } from '#kit/clock.ts';
import type { Queryable, Tx } from '../db/database.ts';
import { notFound, unauthenticated, unauthorized } from '../db/refusal.ts';
import { accessTokens, permissions, rolePermission, userRole, users } from '../db/schema.ts';
import { newFamily, storeAccessToken } from './token-store.ts';

const IMPERSONATION_MS = HOUR_MS;

/** A part of a query: every grant of a user. */
const grantsOf = (id: number) => sql`
  from ${userRole} join ${rolePermission} on ${rolePermission.role_id} = ${userRole.role_id}
  where ${userRole.user_id} = ${id}`;

/** Whether one user may work as another: edit_users, and nothing that the other may do and they may not. */
function mayImpersonate(actor: number, target: number): SQL<boolean> {
  const editUsers = sql`select ${permissions.id} from ${permissions} where ${permissions.name} = 'edit_users'`;
  return sql<boolean>`exists (select 1 ${grantsOf(actor)} and ${rolePermission.permission_id} in (${editUsers}))
    and not exists (select 1 ${grantsOf(target)}
      and ${rolePermission.permission_id} not in (select ${rolePermission.permission_id} ${grantsOf(actor)}))`;
}

/**
 * Who works as that user, if they still may. Asked before every call of such a session: it stands only as long as it
 * could be begun.
 */
export async function findImpersonator(on: Queryable, id: number, target: number) {
  const [found] = await on
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, id), eq(users.status, 'active'), mayImpersonate(id, target)));
  return found;
}

/** Who begins, the login that they begin it from, and what their token is good for: the new one is for no more. */
type Impersonator = { id: number; session: string; scopes: readonly string[] };

/** A session of its own as somebody else: one access token for an hour, and none to renew it with. */
export async function startImpersonation(tx: Tx, actor: Impersonator, userId: number, now: number) {
  await checkTarget(tx, actor.id, userId);
  const clientId = await lockLogin(tx, actor.session);
  const of = {
    ...newFamily({ userId, clientId, scopes: [...actor.scopes], bearer: 'page' }, now),
    familyExpiresAt: now + IMPERSONATION_MS,
    impersonation: { by: actor.id, origin: actor.session },
  };
  const { accessToken, accessExpiresAt } = await storeAccessToken(tx, of, now);
  return { accessToken, expiresIn: Math.floor((accessExpiresAt - now) / 1000) };
}

/** Who is blocked is as good as unknown: nobody can work as them, and the list does not show them. */
async function checkTarget(on: Queryable, actor: number, target: number) {
  const [found] = await on
    .select({ may: mayImpersonate(actor, target) })
    .from(users)
    .where(and(eq(users.id, target), eq(users.status, 'active')));
  if (!found) throw notFound();
  if (target === actor || !found.may) throw unauthorized();
}

/** The client of the actor's own login, locked: while it is being ended nothing is begun from it. */
async function lockLogin(tx: Tx, family: string): Promise<number> {
  const [login] = await tx
    .select({ client_id: accessTokens.client_id })
    .from(accessTokens)
    .where(and(eq(accessTokens.family, family), isNull(accessTokens.revoked_at)))
    .limit(1)
    .for('update');
  if (!login) throw unauthenticated();
  return login.client_id;
}
