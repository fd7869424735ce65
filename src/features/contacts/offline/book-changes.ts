import * as v from 'valibot';
import { newId } from '#kit/ids.ts';
import type { CacheDb } from '#storage/cache-db.ts';

/** So many changed contacts are remembered; whoever was away for longer reads the book anew. */
const REMEMBERED_MAX = 500;

const MARK = 'book-changed';

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
  await cache.marks.put({ name: MARK, tick, at: 0, value: shortened(next) });
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
  return v.parse(Log, (await cache.marks.get(MARK))?.value);
}

/** The stamp of the book as it is, '' for one that nobody has written yet. */
export async function readBookStamp(cache: CacheDb): Promise<string> {
  return (await readLog(cache)).at(-1)?.stamp ?? '';
}

/** The contacts that changed since that state; null if that is not known any more. */
export async function readChangedSince(cache: CacheDb, stamp: string): Promise<number[] | null> {
  const log = await readLog(cache);
  const from = log.findIndex(commit => commit.stamp === stamp);
  if (from < 0) return log.length === 0 && stamp === '' ? [] : null;
  return [...new Set(log.slice(from + 1).flatMap(({ ids }) => ids))];
}
