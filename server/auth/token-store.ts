import { randomUUID } from 'node:crypto';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Bearer } from '#contract/endpoint.ts';
import type { Tx } from '../db/database.ts';
import { madeAt } from '../db/schema/columns.ts';
import { accessTokens, oauthCodes, refreshTokens } from '../db/schema.ts';
import { ACCESS_MS, FAMILY_MS, hashToken, newToken, PERSONAL_MS, REFRESH_MS } from './tokens.ts';

/** What the client gets. `scopes` are those of the access token. */
export type TokenPair = {
  accessToken: string;
  refreshToken: string;
  accessExpiresAt: number;
  scopes: string[];
};

export type Generation = {
  family: string;
  generation: number;
  familyExpiresAt: number;
  userId: number;
  clientId: number;
  scopes: string[];
  bearer: Bearer;
  /** What its user calls a personal token. */
  name?: string;
  /** Who works as that user, and the login that they do it from. */
  impersonation?: { by: number; origin: string };
};

export function newFamily(of: Pick<Generation, 'userId' | 'clientId' | 'scopes' | 'bearer'>, now: number) {
  return { ...of, family: randomUUID(), generation: 1, familyExpiresAt: now + FAMILY_MS };
}

/** What rows of both kinds of tokens have in common. */
const rowOf = (token: string, of: Generation, now: number) => ({
  token_hash: hashToken(token),
  family: of.family,
  generation: of.generation,
  user_id: of.userId,
  client_id: of.clientId,
  scopes: of.scopes,
  bearer: of.bearer,
  ...madeAt(now),
});

/** Makes and stores an access token; returns it in the clear, for the only time. */
export async function storeAccessToken(tx: Tx, of: Generation, now: number) {
  const accessToken = newToken();
  const lives = of.bearer === 'personal' ? PERSONAL_MS : ACCESS_MS;
  const accessExpiresAt = Math.min(now + lives, of.familyExpiresAt);
  await tx.insert(accessTokens).values({
    ...rowOf(accessToken, of, now),
    name: of.name ?? null,
    expires_at: new Date(accessExpiresAt),
    impersonator_id: of.impersonation?.by ?? null,
    origin_family: of.impersonation?.origin ?? null,
  });
  return { accessToken, accessExpiresAt };
}

/** Makes and stores a pair. The access token may be good for less than the login is. */
export async function storePair(tx: Tx, of: Generation, now: number, scopes = of.scopes): Promise<TokenPair> {
  const refreshToken = newToken();
  await tx.insert(refreshTokens).values({
    ...rowOf(refreshToken, of, now),
    expires_at: new Date(Math.min(now + REFRESH_MS, of.familyExpiresAt)),
    family_expires_at: new Date(of.familyExpiresAt),
  });
  return { refreshToken, scopes, ...(await storeAccessToken(tx, { ...of, scopes }, now)) };
}

/**
 * Ends a login on every device that shares it, and what was begun from it as somebody else. The latter comes last:
 * whoever begins one holds a row of the login locked, so here it is either to be seen or will find no login.
 */
export async function revokeFamily(tx: Tx, family: string, now: number): Promise<void> {
  await revokeTokensOf(tx, { family }, new Date(now));
  await revokeAccess(tx, eq(accessTokens.origin_family, family), new Date(now));
}

/**
 * Ends every login of a user: on all devices, of applications that they authorized, of programs with their personal
 * tokens, what they began as somebody else, and codes that are still to be exchanged. The caller has changed the user's
 * row in this transaction, so that no login begins beside it.
 */
export async function revokeLoginsOf(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .update(oauthCodes)
    .set({ used_at: now, updated_at: now })
    .where(and(eq(oauthCodes.user_id, userId), isNull(oauthCodes.used_at)));
  await revokeTokensOf(tx, { userId }, now);
  await revokeAccess(tx, eq(accessTokens.impersonator_id, userId), now);
}

export async function revokeTokensOf(
  tx: Tx,
  of: { family: string } | { clientId: number } | { userId: number },
  now: Date,
) {
  const theirs = (table: typeof accessTokens | typeof refreshTokens) => {
    if ('family' in of) return eq(table.family, of.family);
    return 'clientId' in of ? eq(table.client_id, of.clientId) : eq(table.user_id, of.userId);
  };
  // An UPDATE that waited for a refresh does not see the token that the refresh inserted: repeated until none is left.
  while ((await revokeRefresh(tx, theirs(refreshTokens), now)) > 0);
  await revokeAccess(tx, theirs(accessTokens), now);
}

async function revokeRefresh(tx: Tx, which: SQL, now: Date): Promise<number> {
  const ended = await tx
    .update(refreshTokens)
    .set({ revoked_at: now, updated_at: now })
    .where(and(which, isNull(refreshTokens.revoked_at)))
    .returning({ family: refreshTokens.family });
  return ended.length;
}

async function revokeAccess(tx: Tx, which: SQL, now: Date): Promise<void> {
  await tx
    .update(accessTokens)
    .set({ revoked_at: now, updated_at: now })
    .where(and(which, isNull(accessTokens.revoked_at)));
}
