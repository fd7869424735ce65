import { lt } from 'drizzle-orm';
import { DAY_MS } from '#kit/clock.ts';
import type { Db } from './database.ts';
import { accessTokens, loginAttempts, refreshTokens } from './schema.ts';

/** Removes tokens and counters that can decide nothing any more. */
export async function purgeSessions(db: Db, now: number): Promise<void> {
  const dayAgo = new Date(now - DAY_MS);
  await db.delete(accessTokens).where(lt(accessTokens.expires_at, dayAgo));
  // Rotated ones stay until they expire themselves: their reuse must still be recognised.
  await db.delete(refreshTokens).where(lt(refreshTokens.expires_at, dayAgo));
  await db.delete(loginAttempts).where(lt(loginAttempts.window_start, dayAgo));
}
