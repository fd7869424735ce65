import Dexie, { type Table } from 'dexie';
import * as v from 'valibot';
import type { CacheDb, MarkRow } from '#storage/cache-db.ts';

const MARK = 'book-pages';

const BookPages = v.object({ next: v.number(), last: v.number(), filled: v.nullable(v.number()) });

/**
 * How far the server's list was read, page by page. `next` beyond `last`: to its end. `filled`: how many thin
 * rows became whole in this round of the crawl; null when page 1 was read before there was a crawl.
 */
type BookPages = v.InferOutput<typeof BookPages>;

/** A page that the server has just told, and the last one it knows of. */
export type TurnedPage = { page: number; last: number };

const UNREAD: BookPages = { next: 1, last: 1, filled: null };

/** How far the server's list was read onto this device. */
export async function readPages(marks: Table<MarkRow, string>): Promise<BookPages> {
  return v.parse(v.fallback(BookPages, UNREAD), (await marks.get(MARK))?.value);
}

/** Turns the page, inside the caller's transaction; a page read once more moves nothing. */
export async function notePage(
  marks: Table<MarkRow, string>,
  { page, last }: TurnedPage,
  filled: number,
): Promise<void> {
  const known = await readPages(marks);
  const next = page === known.next ? page + 1 : known.next;
  const value: BookPages = { next, last, filled: known.filled === null ? null : known.filled + filled };
  await marks.put({ name: MARK, tick: 0, at: 0, value });
}

/** Whether there are contacts of which only a thin row is known. */
export async function hasThinRows({ contacts }: CacheDb): Promise<boolean> {
  return (await thinRows(contacts).first()) !== undefined;
}

function thinRows(contacts: CacheDb['contacts']) {
  const undated = contacts.where('[created_at+id]').between(['', Dexie.minKey], ['', Dexie.maxKey]);
  return undated.filter(row => row.thin === true);
}

/**
 * The list was read to its end and thin rows are left: it is read once more from page 1. If a whole round of that
 * has filled nothing, the server has no more to say of them, and they count as whole.
 */
export async function startRound(cache: CacheDb): Promise<void> {
  await cache.transaction('rw', cache.contacts, cache.marks, async () => {
    const { filled } = await readPages(cache.marks);
    await cache.marks.put({ name: MARK, tick: 0, at: 0, value: { ...UNREAD, filled: 0 } });
    if (filled !== 0) return;
    await thinRows(cache.contacts).modify(row => {
      delete row.thin;
    });
  });
}
