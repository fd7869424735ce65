import { and, eq, inArray, lt, notExists, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { DAY_MS } from '#kit/clock.ts';
import type { Db } from './database.ts';
import { accessTokens, loginAttempts, oauthCodes, refreshTokens } from './schema.ts';
import { transact } from './transaction.ts';

const BATCH = 2000;

/**
 * Removes tokens, codes and counters that can decide nothing any more. Each statement takes some of them, and finds them
 * by an index, so that none takes long however many there are. Resolves to how many went, of each kind.
 */
export async function purgeSessions(db: Db, now: number) {
  const dayAgo = new Date(now - DAY_MS);
  // What was revoked was revoked with all of its login: it is refused like a token that never was.
  // Rotated ones stay until they expire themselves: their reuse must still be recognised.
  const ofTokens = async (table: typeof accessTokens | typeof refreshTokens) =>
    (await purgeRows(db, table, table.token_hash, lt(table.expires_at, dayAgo))) +
    (await purgeRows(db, table, table.token_hash, lt(table.revoked_at, dayAgo)));
  const tokens = { accessTokens: await ofTokens(accessTokens), refreshTokens: await ofTokens(refreshTokens) };
  // A used code stays as long as what came of it: shown once more, it ends that.
  const cameOfIt = db
    .select({ family: refreshTokens.family })
    .from(refreshTokens)
    .where(eq(refreshTokens.family, oauthCodes.family));
  const isOver = and(lt(oauthCodes.expires_at, dayAgo), notExists(cameOfIt));
  const isForgotten = lt(loginAttempts.window_start, dayAgo);
  return {
    ...tokens,
    codes: await purgeRows(db, oauthCodes, oauthCodes.code_hash, isOver),
    loginAttempts: await purgeRows(db, loginAttempts, loginAttempts.key_hash, isForgotten),
  };
}

type Purged = typeof accessTokens | typeof refreshTokens | typeof oauthCodes | typeof loginAttempts;

/** Several processes may purge at once: what one of them has, the others leave to it. */
async function purgeRows(db: Db, table: Purged, key: PgColumn, which: SQL | undefined): Promise<number> {
  for (let purged = 0; ; ) {
    const gone = await transact(db, tx => {
      const some = tx
        .select({ key })
        .from(table)
        .where(which)
        .limit(BATCH)
        .for('update', { skipLocked: true });
      return tx.delete(table).where(inArray(key, some)).returning({ key });
    });
    purged += gone.length;
    if (gone.length < BATCH) return purged;
  }
}
