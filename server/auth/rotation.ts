/**
 * Refresh tokens are used once. Whoever shows one again has either lost the answer (then the very same
 * successor is given once more) or stolen it (then the whole login ends). CONTRACT.md, "refresh rotation".
 */
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { accessTokens, refreshTokens } from '../db/schema.ts';
import { isActive } from './check-password.ts';
import { UNKNOWN_REFRESH_TOKEN, UnusableGrant } from './oauth-library.ts';
import { type Generation, revokeFamily, storeAccessToken, storePair, type TokenPair } from './token-store.ts';
import { GRACE_MS, hashToken, seal, unseal } from './tokens.ts';

/** An access token with less left than this is not worth replaying. */
const WORTH_REPLAYING_MS = 30_000;

type RefreshRow = typeof refreshTokens.$inferSelect;

/** A refresh token that may be exchanged: for a new pair, or for the successor that it already has. */
type Exchangeable = Awaited<ReturnType<typeof examineRefreshToken>>;

/**
 * Looks at a refresh token under a row lock. Reuse ends the family, in this transaction: it must commit, though
 * UnusableGrant is thrown.
 */
export async function examineRefreshToken(tx: Tx, token: string, clientId: number, now: number) {
  const [row] = await tx
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.token_hash, hashToken(token)))
    .for('update');
  if (!row) throw new UnusableGrant(UNKNOWN_REFRESH_TOKEN);
  if (row.client_id !== clientId) throw new UnusableGrant('Token is not linked to client');
  if (row.revoked_at || !(await isActive(tx, row.user_id))) throw new UnusableGrant('Token has been revoked');
  if (row.expires_at.getTime() <= now) throw new UnusableGrant('Token has expired');
  if (!row.rotated_at) return { row, token, successor: undefined };
  const successor = await replayableSuccessor(tx, row, now);
  if (successor) return { row, token, successor };
  await revokeFamily(tx, row.family, now);
  throw new UnusableGrant('Token has been revoked');
}

/** Only the immediate predecessor of the living token is forgiven: a minute long, or until the successor was used. */
async function replayableSuccessor(tx: Tx, row: RefreshRow, now: number) {
  const [successor] = await tx
    .select()
    .from(refreshTokens)
    .where(and(eq(refreshTokens.family, row.family), eq(refreshTokens.generation, row.generation + 1)))
    .for('update');
  if (!row.rotated_at || !successor || successor.rotated_at || successor.revoked_at) return undefined;
  if (now - row.rotated_at.getTime() <= GRACE_MS) return successor;
  return (await wasUsed(tx, successor)) ? undefined : successor;
}

async function wasUsed(tx: Tx, { family, generation }: RefreshRow) {
  const isOfGeneration = and(eq(accessTokens.family, family), eq(accessTokens.generation, generation));
  return (await tx.$count(accessTokens, and(isOfGeneration, isNotNull(accessTokens.used_at)))) > 0;
}

/** What a pair is asked for: not more scopes than the login has. What it has stays what it is. */
type Renewal = { scopes: string[]; now: number };

export async function exchange(tx: Tx, from: Exchangeable, wanted: Renewal) {
  return from.successor ? replay(tx, from, from.successor, wanted) : rotate(tx, from, wanted);
}

function generationOf(row: RefreshRow, generation: number): Generation {
  return {
    family: row.family,
    generation,
    familyExpiresAt: row.family_expires_at.getTime(),
    userId: row.user_id,
    clientId: row.client_id,
    scopes: row.scopes,
    bearer: row.bearer,
  };
}

async function rotate(tx: Tx, { row, token }: Exchangeable, { scopes, now }: Renewal) {
  const pair = await storePair(tx, generationOf(row, row.generation + 1), now, scopes);
  await tx
    .update(refreshTokens)
    .set({
      rotated_at: new Date(now),
      updated_at: new Date(now),
      successor: seal(JSON.stringify(pair), token, row.family),
    })
    .where(eq(refreshTokens.token_hash, row.token_hash));
  return pair;
}

async function replay(tx: Tx, { row, token }: Exchangeable, successor: RefreshRow, { scopes, now }: Renewal) {
  if (!row.successor) throw new Error('a rotated refresh token has no sealed successor');
  // We sealed it ourselves, and AES-GCM has just proved that nobody changed it. Older ones were good for all.
  const sealed = JSON.parse(unseal(row.successor, token, row.family)) as Omit<TokenPair, 'scopes'>;
  const pair: TokenPair = { scopes: row.scopes, ...sealed };
  if (haveSameItems(pair.scopes, scopes) && pair.accessExpiresAt - now > WORTH_REPLAYING_MS) return pair;
  // The answer was lost long ago, or something else is wanted now: the refresh token stays the same.
  const of = { ...generationOf(successor, successor.generation), scopes };
  return { ...pair, scopes, ...(await storeAccessToken(tx, of, now)) };
}

function haveSameItems(these: string[], those: string[]): boolean {
  return these.length === those.length && these.every(scope => those.includes(scope));
}
