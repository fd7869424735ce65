import { isLocalId } from '#kit/ids.ts';
import type { Entry, IdPair, OutboxDb } from '#storage/outbox-db.ts';
import { type Owner, ownerKeyOf } from '#storage/owner.ts';
import { isKeyed } from './control.ts';
import { carried, type EntriesFile } from './entries-file.ts';
import { keyOf } from './identity.ts';
import { readLive } from './live-entries.ts';

/** Everything of this owner that is not sent, in the order in which it would go, as a file. */
export async function collectUnsent(
  db: OutboxDb,
  owner: Owner,
  site: string,
  now: number,
): Promise<EntriesFile> {
  const ownerKey = ownerKeyOf(owner);
  return db.transaction('r', db.entries, db.idMap, db.control, async () => {
    const live = await readLive(db, ownerKey);
    const done = await db.entries.where('state').equals('done').toArray();
    const own = done.filter(entry => entry.ownerKey === ownerKey);
    const pairs = await db.idMap.bulkGet(thingsOf([...live, ...own]));
    const keyed = await isKeyed(db, owner.apiOrigin);
    return fileOf({ site, owner, savedAt: now, keyed }, live, pairs);
  });
}

/** The file of these unsent entries, with the pairs that were found of `thingsOf`. */
export function fileOf(
  of: Pick<EntriesFile, 'site' | 'owner' | 'savedAt' | 'keyed'>,
  live: readonly Entry[],
  pairs: readonly (IdPair | undefined)[],
): EntriesFile {
  return {
    ...of,
    entries: live.map(carried),
    pairs: pairs
      .filter(pair => pair !== undefined)
      .map(({ localId, noun, serverId }) => ({ localId, noun, serverId })),
    damaged: 0,
  };
}

/**
 * Things that unsent entries are about or need; and the latest receipts, lest a look-up takes them for lost ones.
 * `entries`: both of one owner.
 */
export function thingsOf(entries: readonly Entry[]): string[] {
  const keys = entries.flatMap(({ aggregate, refs }) => [keyOf(aggregate), ...refs]);
  return [...new Set(keys.filter(isLocalId))];
}
