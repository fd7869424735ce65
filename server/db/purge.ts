import { and, eq, lt, notExists, or } from 'drizzle-orm';
import { DAY_MS } from '#kit/clock.ts';
import type { Db } from './database.ts';
import { accessTokens, loginAttempts, oauthCodes, refreshTokens } from './schema.ts';

/** Removes tokens, codes and counters that can decide nothing any more. */
export async function purgeSessions(db: Db, now: number): Promise<void> {
  const dayAgo = new Date(now - DAY_MS);
  // What was revoked was revoked with all of its login: it is refused like a token that never was.
  for (const table of [accessTokens, refreshTokens]) {
    // Rotated ones stay until they expire themselves: their reuse must still be recognised.
    await db.delete(table).where(or(lt(table.expires_at, dayAgo), lt(table.revoked_at, dayAgo)));
  }
  // A used code stays as long as what came of it: shown once more, it ends that.
  const cameOfIt = db
    .select({ family: refreshTokens.family })
    .from(refreshTokens)
    .where(eq(refreshTokens.family, oauthCodes.family));
  await db.delete(oauthCodes).where(and(lt(oauthCodes.expires_at, dayAgo), notExists(cameOfIt)));
  await db.delete(loginAttempts).where(lt(loginAttempts.window_start, dayAgo));
}
