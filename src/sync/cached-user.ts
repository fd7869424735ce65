import type { CurrentUser } from '#contract/session.ts';
import { CacheDb } from '#storage/cache-db.ts';
import { type Owner, ownerKeyOf } from '#storage/outbox-db.ts';

/** The user as the server last told it, for an offline start; null if this device never saw one. */
export async function readCachedUser(owner: Owner | null): Promise<CurrentUser | null> {
  if (!owner) return null;
  const cache = new CacheDb(ownerKeyOf(owner));
  const row = await cache.me.get('me');
  cache.close();
  return row?.user ?? null;
}

/** Keeps the user for the next start. */
export async function rememberUser(owner: Owner, user: CurrentUser, at: number): Promise<void> {
  const cache = new CacheDb(ownerKeyOf(owner));
  await cache.me.put({ name: 'me', user, at });
  cache.close();
}
