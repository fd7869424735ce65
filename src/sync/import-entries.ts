import { contentId } from '#kit/content-id.ts';
import { newId } from '#kit/ids.ts';
import { type Result, success } from '#kit/result.ts';
import { type Entry, type OutboxDb, type Owner, ownerKeyOf } from '#storage/outbox-db.ts';
import { remember } from './control-rows.ts';
import type { EntriesFile, ExportedEntry } from './entries-file.ts';
import { UNCONFIRMED } from './entry.ts';
import { keyOf } from './id-map.ts';
import { retryOnQuota, type StorageRefusal } from './retry-on-quota.ts';
import { movedTo, tapOf, tapsOf } from './taps.ts';

/** What taking a file in would do; `known` entries are here already, in whatever state. */
export type ImportPreview = { total: number; known: number; fresh: number; damaged: number };

/** Looks at a file without changing anything. */
export async function previewImport(db: OutboxDb, file: EntriesFile): Promise<ImportPreview> {
  const { length: total } = file.entries;
  const fresh = (await unknownHere(db, file.entries)).length;
  return { total: total + file.damaged, known: total - fresh, fresh, damaged: file.damaged };
}

/**
 * Takes in what is not here yet, in one strict transaction ([S3]). Ids and keys stay what they were, so that
 * nothing doubles even if the original arrived meanwhile. Resolves with the number of entries added.
 */
export async function importEntries(
  { db, makeRoom }: { db: OutboxDb; makeRoom: () => Promise<void> },
  owner: Owner,
  file: EntriesFile,
): Promise<Result<number, StorageRefusal>> {
  return retryOnQuota<number, StorageRefusal>(db, makeRoom, () =>
    db.transaction('rw', db.entries, db.idMap, db.control, async () => {
      const fresh = await unknownHere(db, file.entries);
      for (const entry of fresh) await db.entries.add(taken(owner, entry));
      await addPairs(db, owner, file);
      if (file.keyed) await remember(db, 'keyed', owner.apiOrigin);
      return success(fresh.length);
    }),
  );
}

/** [S32] Other content under a known id is unknown here: it is another entry. */
async function unknownHere(db: OutboxDb, entries: readonly ExportedEntry[]): Promise<ExportedEntry[]> {
  const first = new Map([...entries].reverse().map(entry => [entry.id, entry]));
  const here = await readByIds(db, [...first.keys()]);
  const unknown = entries
    .filter(entry => first.get(entry.id) === entry)
    .map(entry => {
      const tap = tapOf(entry.id, entry.hash);
      const known = here.get(entry.id);
      if (!known) return entry;
      return tapsOf(known).includes(tap) ? null : movedTo(entry, contentId(tap));
    });
  const fresh = unknown.filter(entry => entry !== null);
  const again = await readByIds(
    db,
    fresh.map(({ id }) => id),
  );
  return fresh.filter(({ id }) => !again.has(id));
}

async function readByIds(db: OutboxDb, ids: string[]): Promise<Map<string, Entry>> {
  const found = await db.entries.where('id').anyOf(ids).toArray();
  return new Map(found.map(entry => [entry.id, entry]));
}

/** An entry that joins the end of this device's queue. */
function taken(owner: Owner, entry: ExportedEntry): Omit<Entry, 'seq'> {
  const doubtful = entry.state === 'unsure' || mayHaveGone(entry);
  return {
    ...entry,
    ownerKey: ownerKeyOf(owner),
    owner,
    state: doubtful ? 'unsure' : entry.state,
    attemptId: doubtful ? newId() : '',
    nextAt: 0,
    ...UNCONFIRMED,
  };
}

/**
 * The device that wrote the file may have sent the entry afterwards. [S13] A create of unknown fate is asked for
 * under its own key, or looked up first, and is not open to changes until that is known.
 */
function mayHaveGone({ state, id, aggregate }: ExportedEntry): boolean {
  return state === 'queued' && keyOf(aggregate) === id;
}

/** Adds the file's pairs of local and server id, except for records whose create still waits here: that writes its own. */
async function addPairs(db: OutboxDb, owner: Owner, { pairs }: EntriesFile): Promise<void> {
  const ownerKey = ownerKeyOf(owner);
  const localIds = pairs.map(pair => pair.localId);
  const known = await db.idMap.bulkGet(localIds);
  const here = await db.entries.where('id').anyOf(localIds).toArray();
  const waiting = new Set(here.filter(({ state }) => state !== 'done').map(({ id }) => id));
  const fresh = pairs.filter(({ localId }, index) => !known[index] && !waiting.has(localId));
  await db.idMap.bulkPut(fresh.map(pair => ({ ...pair, ownerKey })));
}
