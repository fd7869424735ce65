import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Bearer } from '#contract/endpoint.ts';
import type { Queryable, Tx } from '../db/database.ts';
import { accessTokens, refreshTokens } from '../db/schema.ts';
import { ACCESS_MS, FAMILY_MS, hashToken, newToken, REFRESH_MS } from './tokens.ts';

/** What the client gets. `scopes` are those of the access token. */
export type TokenPair = {
  accessToken: string;
  refreshToken: string;
  accessExpiresAt: number;
  scopes: string[];
};

/** One generation of a login. */
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

/** A login that begins now. */
export function newFamily(
  of: Pick<Generation, 'userId' | 'clientId' | 'scopes' | 'bearer'>,
  now: number,
): Generation {
  return { ...of, family: randomUUID(), generation: 1, familyExpiresAt: now + FAMILY_MS };
}

/** Makes and stores an access token; returns it in the clear, for the only time. */
export async function storeAccessToken(
  on: Queryable,
  of: Generation,
  now: number,
): Promise<{ accessToken: string; accessExpiresAt: number }> {
  const accessToken = newToken();
  const accessExpiresAt = Math.min(now + ACCESS_MS, of.familyExpiresAt);
  await on.insert(accessTokens).values({
    token_hash: hashToken(accessToken),
    family: of.family,
    generation: of.generation,
    user_id: of.userId,
    client_id: of.clientId,
    scopes: of.scopes,
    bearer: of.bearer,
    name: of.name ?? null,
    expires_at: new Date(accessExpiresAt),
    impersonator_id: of.impersonation?.by ?? null,
    origin_family: of.impersonation?.origin ?? null,
    created_at: new Date(now),
    updated_at: new Date(now),
  });
  return { accessToken, accessExpiresAt };
}

/** Makes and stores a pair. The access token may be good for less than the login is. */
export async function storePair(tx: Tx, of: Generation, now: number, scopes = of.scopes): Promise<TokenPair> {
  const refreshToken = newToken();
  await tx.insert(refreshTokens).values({
    token_hash: hashToken(refreshToken),
    family: of.family,
    generation: of.generation,
    user_id: of.userId,
    client_id: of.clientId,
    scopes: of.scopes,
    bearer: of.bearer,
    expires_at: new Date(Math.min(now + REFRESH_MS, of.familyExpiresAt)),
    family_expires_at: new Date(of.familyExpiresAt),
    created_at: new Date(now),
    updated_at: new Date(now),
  });
  return { refreshToken, scopes, ...(await storeAccessToken(tx, { ...of, scopes }, now)) };
}

/**
 * Ends a login on every device that shares it, and what was begun from it as somebody else. The latter comes last:
 * whoever begins one holds a row of the login locked, so here it is either to be seen or will find no login.
 */
export async function revokeFamily(tx: Tx, family: string, now: number): Promise<void> {
  const revoked = { revoked_at: new Date(now), updated_at: new Date(now) };
  await tx
    .update(refreshTokens)
    .set(revoked)
    .where(and(eq(refreshTokens.family, family), isNull(refreshTokens.revoked_at)));
  await tx
    .update(accessTokens)
    .set(revoked)
    .where(and(eq(accessTokens.family, family), isNull(accessTokens.revoked_at)));
  await tx
    .update(accessTokens)
    .set(revoked)
    .where(and(eq(accessTokens.origin_family, family), isNull(accessTokens.revoked_at)));
}
