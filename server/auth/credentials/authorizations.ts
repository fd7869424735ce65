/** Applications that users have authorized: one login each, however often it was refreshed. */
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/database.ts';
import { notFound } from '../../db/refusal.ts';
import { oauthClients, refreshTokens } from '../../db/schema.ts';
import { revokeFamily } from '../token-store.ts';
import { FAMILY_MS } from '../tokens.ts';
import type { Granted } from './granted.ts';

/** The refresh token that a login goes on with: one for each that lives. */
const livingOf = (userId: number, now: Date) =>
  and(
    ...[eq(refreshTokens.user_id, userId), eq(refreshTokens.bearer, 'application')],
    ...[isNull(refreshTokens.revoked_at), isNull(refreshTokens.rotated_at)],
    ...[gt(refreshTokens.expires_at, now), isNull(oauthClients.revoked_at)],
  );

/** What applications may do for a user, the newest authorization first. */
export async function readAuthorizations(on: Queryable, userId: number, now: Date): Promise<Granted[]> {
  const rows = await select(on)
    .where(livingOf(userId, now))
    .orderBy(desc(refreshTokens.family_expires_at), refreshTokens.family);
  return rows.map(asGranted);
}

const select = (on: Queryable) =>
  on
    .select({
      family: refreshTokens.family,
      user_id: refreshTokens.user_id,
      client_id: refreshTokens.client_id,
      name: oauthClients.name,
      scopes: refreshTokens.scopes,
      refreshed_at: refreshTokens.created_at,
      expires_at: refreshTokens.expires_at,
      family_expires_at: refreshTokens.family_expires_at,
    })
    .from(refreshTokens)
    .innerJoin(oauthClients, eq(oauthClients.id, refreshTokens.client_id))
    .$dynamic();

type Row = Awaited<ReturnType<typeof select>>[number];

function asGranted({ refreshed_at, family_expires_at, ...row }: Row): Granted {
  // The first tokens of a login are purged when they expire; when it began is still known by when it must end.
  const created_at = new Date(family_expires_at.getTime() - FAMILY_MS);
  return { ...row, created_at, updated_at: refreshed_at };
}

/** Ends at once what an application may do: this authorization, and no other one of the same application. */
export async function endAuthorization(
  tx: Tx,
  { userId, family }: { userId: number; family: string },
  now: Date,
): Promise<Granted> {
  // Who is refreshing it is waited for; what came of that is seen by the next statement.
  await tx
    .select({ family: refreshTokens.family })
    .from(refreshTokens)
    .where(eq(refreshTokens.family, family))
    .for('update');
  const [row] = await select(tx).where(and(eq(refreshTokens.family, family), livingOf(userId, now)));
  if (!row) throw notFound();
  await revokeFamily(tx, family, now.getTime());
  return asGranted(row);
}
