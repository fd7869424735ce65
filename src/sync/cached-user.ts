import type { CurrentUser } from '#contract/session.ts';
import { CacheDb } from '#storage/cache-db.ts';
import { USER_ROW_PREFIX } from '#storage/database-names.ts';
import { type OutboxDb, type Owner, ownerKeyOf } from '#storage/outbox-db.ts';
import { readKnownUser } from './known-user.ts';

/**
 * The user as the server last told it, for an offline start; null if this device never saw one. The cache has a copy:
 * it is all that an older version has kept, and what is left when the outbox database is lost.
 */
export async function readCachedUser(db: OutboxDb, owner: Owner | null): Promise<CurrentUser | null> {
  if (!owner) return null;
  const known = await readKnownUser(db, owner);
  // A cache that cannot be read has nobody in it: whoever reads it next begins it anew.
  return known ?? inCache(owner, async ({ me }) => (await me.get('me'))?.user ?? null).catch(() => null);
}

/** Keeps the user for the next start. A failed write is ignored: the user is stored again at the next successful start. */
export async function rememberUser(db: OutboxDb, owner: Owner, user: CurrentUser, at: number): Promise<void> {
  await Promise.allSettled([
    db.control.put({ name: USER_ROW_PREFIX + ownerKeyOf(owner), value: user }),
    inCache(owner, ({ me }) => me.put({ name: 'me', user, at })),
  ]);
}

async function inCache<Value>(owner: Owner, work: (cache: CacheDb) => PromiseLike<Value>): Promise<Value> {
  const cache = new CacheDb(ownerKeyOf(owner));
  try {
    return await work(cache);
  } finally {
    cache.close();
  }
}
