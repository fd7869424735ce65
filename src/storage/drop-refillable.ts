import type { CacheDb } from './cache-db.ts';

/** Drops the rows that a refresh brings back, and with them the marks that tell of them: all or nothing. */
export async function dropRefillable(cache: CacheDb): Promise<void> {
  const tables = [cache.requests, cache.requestLists, cache.contacts, cache.marks];
  await cache.transaction('rw', tables, async () => {
    for (const table of tables) await table.clear();
  });
}
