import * as v from 'valibot';
import { fullName } from '#contract/contact-fields.ts';
import { newId } from '#kit/ids.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import type { CacheDb, ContactRow } from '#storage/cache-db.ts';
import { buildIndex, type SearchIndex } from './build-index.ts';

/** Under this name the index is kept beside the book: built once when the book comes, loaded when it is searched. */
const INDEX_MARK = 'search-index';

/** Read at a time while an index is built on the device: short enough for a tap in between. */
const CHUNK = 500;

/** `stamp` names the state of the book that the index shows. */
type KeptIndex = { stamp: string; index: SearchIndex };

/** The index as it is searched: what changed since it was built stands beside it. */
export type BookIndex = KeptIndex & { changed: Map<number, ContactRow | null> };

type IndexState = { book: BookIndex | null; building: Promise<BookIndex> | null };

/** One per cache database, for as long as the page lives; only what was searched takes memory. */
const indexStates = new WeakMap<CacheDb, IndexState>();

function indexStateOf(cache: CacheDb): IndexState {
  const known = indexStates.get(cache) ?? { book: null, building: null };
  indexStates.set(cache, known);
  return known;
}

/** Builds and keeps the index of a whole book, in the transaction that writes the book. */
export async function keepIndex(cache: CacheDb, rows: readonly ContactRow[], stamp: string): Promise<void> {
  await writeIndex(cache, { stamp, index: indexOf(rows) });
}

/**
 * The index of the book as it is. Single changes are read by their ids; when they are not known, or are many, the
 * index is built anew meanwhile, and the old one answers until then.
 */
export async function openIndex(cache: CacheDb): Promise<BookIndex> {
  const state = indexStateOf(cache);
  // Both are read even if one would do, so that a `liveQuery` over this runs again when either changes.
  const [isKept, stamp] = await Promise.all([
    cache.marks.where('name').equals(INDEX_MARK).count(),
    readBookStamp(cache),
  ]);
  if (state.book && (await bringUpToDate(cache, state.book, stamp))) return state.book;
  const kept = isKept > 0 ? await loadIndex(cache) : null;
  if (kept && (await bringUpToDate(cache, kept, stamp))) {
    state.book = kept;
    return kept;
  }
  const building = rebuild(cache);
  state.book ??= kept;
  return state.book ?? building;
}

/** False when it is not known what has changed since. */
async function bringUpToDate(cache: CacheDb, book: BookIndex, stamp: string): Promise<boolean> {
  if (book.stamp === stamp) return true;
  const ids = await readChangedSince(cache, book.stamp);
  if (ids === null) return false;
  const rows = await cache.contacts.bulkGet(ids);
  for (const [at, id] of ids.entries()) book.changed.set(id, rows[at] ?? null);
  book.stamp = stamp;
  return true;
}

async function loadIndex(cache: CacheDb): Promise<BookIndex | null> {
  const row = await cache.marks.get(INDEX_MARK);
  return row ? { ...(row.value as KeptIndex), changed: new Map() } : null; // written by writeIndex alone
}

async function writeIndex(cache: CacheDb, kept: KeptIndex): Promise<void> {
  await cache.marks.put({ name: INDEX_MARK, tick: 0, at: 0, value: kept });
}

/** Builds the index from the rows, one builder at a time. */
function rebuild(cache: CacheDb): Promise<BookIndex> {
  const state = indexStateOf(cache);
  state.building ??= new Promise<BookIndex>((resolve, reject) => {
    // A live reading may not write, and would watch every row that is read here. A timer is outside of it.
    setTimeout(() => readAndBuild(cache).then(resolve, reject));
  }).finally(() => {
    state.building = null;
  });
  return state.building;
}

async function readAndBuild(cache: CacheDb): Promise<BookIndex> {
  const stamp = await readBookStamp(cache);
  const rows: ContactRow[] = [];
  let chunk: ContactRow[];
  do {
    const last = rows.at(-1)?.id ?? Number.NEGATIVE_INFINITY;
    chunk = await cache.contacts.where('id').above(last).limit(CHUNK).toArray();
    rows.push(...chunk);
  } while (chunk.length === CHUNK);
  const book: BookIndex = { stamp, index: indexOf(rows), changed: new Map() };
  indexStateOf(cache).book = book;
  // Changed while it was read: what is kept says so by its stamp, and the next search reads what is missing.
  await writeIndex(cache, { stamp, index: book.index });
  return book;
}

function indexOf(rows: readonly ContactRow[]): SearchIndex {
  const nameLength = (row: ContactRow) => normaliseText(fullName(row)).length;
  const sorted = [...rows].sort(newestFirst);
  return buildIndex(sorted.map(row => ({ id: row.id, search: row.search, nameLength: nameLength(row) })));
}

export function newestFirst(one: ContactRow, other: ContactRow): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1;
  return other.id - one.id;
}

/** So many changed contacts are remembered; whoever was away for longer reads the book anew. */
const REMEMBERED_MAX = 500;

const CHANGES_MARK = 'book-changed';

/** Commits in their order. A stamp names the state of the book after its commit; `ids` are what it changed. */
const Log = v.fallback(v.array(v.object({ stamp: v.string(), ids: v.array(v.number()) })), []);
type Log = v.InferOutput<typeof Log>;

/**
 * Notes in the transaction that changes the book which contacts it changes, `all` for a whole book. The stamp of
 * the new state. A tick would not do: refreshes need not commit in the order in which they started.
 */
export async function noteBookChange(
  cache: CacheDb,
  tick: number,
  ids: readonly number[] | 'all',
): Promise<string> {
  const stamp = newId();
  const log = ids === 'all' ? [] : await readLog(cache);
  const next = [...log, { stamp, ids: ids === 'all' ? [] : [...ids] }];
  await cache.marks.put({ name: CHANGES_MARK, tick, at: 0, value: shortened(next) });
  return stamp;
}

/** The oldest commits go; the first that stays only names the state from which the others are known. */
function shortened(log: Log): Log {
  let count = 0;
  const kept = log.findLastIndex(({ ids }) => {
    count += ids.length;
    return count > REMEMBERED_MAX;
  });
  return kept < 0 ? log : log.slice(kept);
}

async function readLog(cache: CacheDb): Promise<Log> {
  return v.parse(Log, (await cache.marks.get(CHANGES_MARK))?.value);
}

/** The stamp of the book as it is, '' for one that nobody has written yet. */
async function readBookStamp(cache: CacheDb): Promise<string> {
  return (await readLog(cache)).at(-1)?.stamp ?? '';
}

/** The contacts that changed since that state; null if that is not known any more. */
async function readChangedSince(cache: CacheDb, stamp: string): Promise<number[] | null> {
  const log = await readLog(cache);
  const from = log.findIndex(commit => commit.stamp === stamp);
  if (from < 0) return log.length === 0 && stamp === '' ? [] : null;
  return [...new Set(log.slice(from + 1).flatMap(({ ids }) => ids))];
}
