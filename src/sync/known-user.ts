import type { CurrentUser } from '#contract/session.ts';
import { USER_ROW_PREFIX } from '#storage/database-names.ts';
import { type OutboxDb, type Owner, ownerKeyOf } from '#storage/outbox-db.ts';

/**
 * The user as the server last told it. It stands beside the outbox, because the cache may go at any time; null where
 * an older version has kept it in the cache alone (sync/cached-user).
 */
export async function readKnownUser(db: OutboxDb, owner: Owner | null): Promise<CurrentUser | null> {
  const row = owner && (await db.control.get(USER_ROW_PREFIX + ownerKeyOf(owner)));
  return row ? (row.value as CurrentUser) : null; // written by rememberUser alone
}
