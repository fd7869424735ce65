import { contentId } from '#kit/content-id.ts';
import { newId } from '#kit/ids.ts';
import { type Result, success } from '#kit/result.ts';
import { type Entry, type EntryError, type OutboxDb, type Owner, ownerKeyOf } from '#storage/outbox-db.ts';
import { remember } from './control-rows.ts';
import { readAbout } from './eligible.ts';
import type { EntriesFile, ExportedEntry } from './entries-file.ts';
import { hashOf, newEntry, UNCONFIRMED } from './entry.ts';
import { keyOf } from './id-map.ts';
import { type Kinds, readPayload } from './kind.ts';
import { retryOnQuota, type StorageRefusal } from './retry-on-quota.ts';
import { movedTo, tapOf, tapsOf } from './taps.ts';

/** What taking a file in would do; `known` entries are here already, in whatever state. */
export type ImportPreview = { total: number; known: number; fresh: number; damaged: number };

/** `readContact`: the row of a contact as the server last told it. */
type ImportDeps = {
  db: OutboxDb;
  kinds: Kinds;
  readContact: (serverId: number) => Promise<object | undefined>;
  makeRoom: () => Promise<void>;
};

/** Looks at a file without changing anything. */
export async function previewImport(db: OutboxDb, file: EntriesFile): Promise<ImportPreview> {
  const { length: total } = file.entries;
  const fresh = (await unknownHere(db, file)).length;
  return { total: total + file.damaged, known: total - fresh, fresh, damaged: file.damaged };
}

/**
 * Takes in what is not here yet, in one strict transaction ([S3]). Ids and keys stay what they were, so that
 * nothing doubles even if the original arrived meanwhile. Resolves with the number of entries added.
 */
export async function importEntries(
  deps: ImportDeps,
  owner: Owner,
  file: EntriesFile,
): Promise<Result<number, StorageRefusal>> {
  const { db, kinds } = deps;
  const shown = await readShown(deps, file);
  return retryOnQuota<number, StorageRefusal>(db, deps.makeRoom, () =>
    db.transaction('rw', db.entries, db.idMap, db.control, async () => {
      const fresh = await unknownHere(db, file);
      for (const { entry, latest } of fresh) {
        const row = taken(owner, entry);
        await db.entries.put(latest ? goneOn(kinds, row, latest, shown.get(entry.id)) : row);
      }
      await addPairs(db, owner, file);
      if (file.keyed) await remember(db, 'keyed', owner.apiOrigin);
      return success(fresh.length);
    }),
  );
}

/** An entry to take in. `latest`: the newest entry here about its thing, where it goes on from that. */
type Unknown = { entry: ExportedEntry; latest?: Entry };

async function unknownHere(db: OutboxDb, { entries, owner }: EntriesFile): Promise<Unknown[]> {
  const single = new Map([...entries].reverse().map(entry => [entry.id, entry]));
  const unknown: Unknown[] = [];
  for (const entry of entries.filter(each => single.get(each.id) === each)) {
    const found = await readUnknown(db, ownerKeyOf(owner), entry);
    if (found) unknown.push(found);
  }
  return unknown;
}

/**
 * Null: it is here. [S32] Other content under a known id is another entry, unless it has all saves that are here of the
 * thing: then it goes on from them.
 */
async function readUnknown(db: OutboxDb, ownerKey: string, entry: ExportedEntry): Promise<Unknown | null> {
  const readById = (id: string) => db.entries.where('id').equals(id).first();
  const here = await readById(entry.id);
  if (!here) return { entry };
  const about = await readAbout(db, ownerKey, entry.aggregate);
  const saves = [here, ...about].flatMap(tapsOf);
  const tap = tapOf(entry.id, entry.hash);
  if (saves.includes(tap)) return null;
  const latest = about.at(-1);
  const all = tapsOf(entry);
  const other = movedTo(entry, contentId(tap));
  if (await readById(other.id)) return null;
  return latest && saves.every(save => all.includes(save)) ? { entry, latest } : { entry: other };
}

/**
 * By entry, what the server shows of a contact whose payload is erased here, as that payload: only where that is still
 * what was saved here last.
 */
async function readShown({ db, kinds, readContact }: ImportDeps, file: EntriesFile) {
  const shown = new Map<string, unknown>();
  for (const { entry, latest } of await unknownHere(db, file)) {
    if (latest?.payload !== null) continue;
    const row = await readContact(latest.serverId ?? 0);
    const payload = { ...row, contact: keyOf(entry.aggregate) };
    const content = readPayload(kinds, { ...entry, payload });
    if (content && tapsOf(latest).at(-1) === tapOf(entry.id, hashOf(content.payload)))
      shown.set(entry.id, content.payload);
  }
  return shown;
}

type Row = Omit<Entry, 'seq'>;

/**
 * [S32] The row to write. What goes on from an entry that waits takes its place, and is looked for under the older content too
 * where that was attempted; once the older one has arrived, it is an update of it. Where the server shows something else by
 * then, that waits for the user ([S15]).
 */
function goneOn(kinds: Kinds, row: Row, latest: Entry, shown: unknown): Row & Partial<Entry> {
  if (latest.id === row.id && latest.state !== 'done') return inPlaceOf(latest, kinds, row);
  const id = contentId(tapOf(row.id, row.hash));
  const content = readPayload(kinds, row);
  const update = content?.kind.effect === 'updates' ? row : content?.kind.asUpdate?.(content.payload, row.id);
  const kind = update && kinds[update.kind];
  if (!kind) return movedTo(row, id);
  const base = latest.payload ?? shown;
  const command = { ...update, id, base: base ?? row.base ?? row.payload };
  const next = newEntry(row.owner, command, kind, update.payload, keyOf(row.aggregate), row.firstAt);
  return { ...next, taps: tapsOf(row), ...(base ? {} : { state: 'rejected', error: CONFLICT }) };
}

/** What a backend says that compares by itself. */
const CONFLICT: EntryError = { kind: 'refused', status: 409, message: '', fields: {} };

function inPlaceOf(
  { seq, v, payload, attempts, lastAt, earlier = [] }: Entry,
  kinds: Kinds,
  row: Row,
): Entry {
  const mayBeThere = attempts > 0 && kinds[row.kind]?.effect === 'creates';
  const contents = [...(row.earlier ?? []), ...earlier, ...(mayBeThere ? [{ v, payload }] : [])];
  return contents.length === 0 ? { ...row, seq } : { ...row, seq, lastAt, earlier: contents };
}

/** An entry that joins the end of this device's queue. */
function taken(owner: Owner, entry: ExportedEntry): Row {
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
