import { isLocalId } from '#kit/ids.ts';
import { type Entry, type OutboxDb, type Owner, ownerKeyOf } from '#storage/outbox-db.ts';
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
    const pairs = await db.idMap.bulkGet([...(await thingsOf(db, ownerKey, live))]);
    return {
      ...{ site, owner, savedAt: now, keyed: await isKeyed(db, owner.apiOrigin) },
      entries: live.map(carried),
      pairs: pairs
        .filter(pair => pair !== undefined)
        .map(({ localId, noun, serverId }) => ({ localId, noun, serverId })),
      damaged: 0,
    };
  });
}

/** Things that unsent entries are about or need; and the latest receipts, lest a look-up takes them for lost ones. */
async function thingsOf(db: OutboxDb, ownerKey: string, live: readonly Entry[]): Promise<Set<string>> {
  const done = await db.entries.where('state').equals('done').toArray();
  const own = done.filter(entry => entry.ownerKey === ownerKey);
  const keys = [...live, ...own].flatMap(({ aggregate, refs }) => [keyOf(aggregate), ...refs]);
  return new Set(keys.filter(isLocalId));
}
