import Dexie from 'dexie';
import { cacheDbName } from './names.ts';

/** Drops what this user has read as others: every cache that one left behind, also one of which a crash made a leftover. */
export async function dropActingCaches(apiOrigin: string, actorId: number): Promise<void> {
  const [first, last] = [cacheDbName(`${apiOrigin}|`), `|${actorId}`];
  const isOfActor = (name: string) =>
    name.startsWith(first) && name.endsWith(last) && /^\d+$/.test(name.slice(first.length, -last.length));
  const names = await Dexie.getDatabaseNames();
  await Promise.all(names.filter(isOfActor).map(name => Dexie.delete(name)));
}
