import type { CacheDb } from './cache-db.ts';

/** Clears the rows that a refresh fetches again, with their refresh marks, in one transaction. */
export async function clearRefetchable(cache: CacheDb): Promise<void> {
  const tables = [cache.requests, cache.requestLists, cache.contacts, cache.marks];
  await cache.transaction('rw', tables, async () => {
    for (const table of tables) await table.clear();
  });
}
