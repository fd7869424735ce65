import Dexie from 'dexie';
import { deleteDatabase } from './database.ts';
import { CACHE_DB_PREFIX, PROBLEMS_ROW_PREFIX, USER_ROW_PREFIX } from './database-names.ts';
import type { OutboxDb } from './outbox-db.ts';

/**
 * Deletes what this backend has sent of users, who they are, and what failed for them; their unsent entries stay. `shouldForget` gets the
 * part of an owner's key behind the backend: `7`, or `7|3` for 7 as whom 3 works. Also deletes leftovers of a
 * crash.
 */
export async function forgetUsers(
  db: OutboxDb,
  apiOrigin: string,
  shouldForget: (who: string) => boolean,
): Promise<void> {
  const isForgotten = (prefix: string) => (name: string) =>
    name.startsWith(`${prefix}${apiOrigin}|`) &&
    shouldForget(name.slice(prefix.length + apiOrigin.length + 1));
  const caches = (await Dexie.getDatabaseNames()).filter(isForgotten(CACHE_DB_PREFIX));
  const names = await db.control.toCollection().primaryKeys();
  const prefixes = [USER_ROW_PREFIX, PROBLEMS_ROW_PREFIX];
  await db.control.bulkDelete(prefixes.flatMap(prefix => names.filter(isForgotten(prefix))));
  await Promise.all(caches.map(deleteDatabase));
}
