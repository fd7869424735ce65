import Dexie from 'dexie';
import * as v from 'valibot';
import {
  type ContactTexts,
  contactTextNames,
  contactTextsOf,
  joinContactTexts,
} from '#contract/contact-fields.ts';
import type { Contact, ListedContact } from '#contract/contacts.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import type { CacheDb, ContactRow, MarkRow } from '#storage/cache-db.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { isSuperseded } from '#sync/overlay.ts';
import { isSameName, isThinAnswer, mergeRow, UNKNOWN, withoutBlanks } from './merge-row.ts';
import { keepIndex, noteBookChange } from './stored-search-index.ts';

/** To be raised when rows are derived in another way: a book in the older form is then fetched whole. */
const ROW_SHAPE = 2;

/** At the first whole book, and at more changes than this at once, the index of the search is built with it. */
const INDEXED_SINGLY = 100;

type RefreshStart = { tick: number; at: number };

/** What the mark of the book says of its answer; null where it says nothing that this form of rows can use. */
const Tagged = v.fallback(
  v.nullable(v.object({ tag: v.string(), shape: v.literal(ROW_SHAPE), rows: v.number() })),
  null,
);

/** The tag of the book's answer, '' unless the rows on this device are exactly what was answered then. */
export async function readBookTag({ marks, contacts }: CacheDb): Promise<string> {
  const received = v.parse(Tagged, (await marks.get('book'))?.value);
  return received && received.rows === (await contacts.count()) ? received.tag : '';
}

/** Takes over the server's whole book. What a newer refresh has written meanwhile stays ([S20]), and voids the tag. */
export async function replaceBook(
  cache: CacheDb,
  list: readonly ListedContact[],
  { tick, at }: RefreshStart,
  tag: string,
): Promise<void> {
  await cache.transaction('rw', cache.contacts, cache.marks, async () => {
    const mark = await cache.marks.get('book');
    if (mark && mark.tick > tick) return;
    const known = new Map((await cache.contacts.toArray()).map(row => [row.id, row]));
    const received = new Map(list.map(contact => [contact.id, contact]));
    const unlisted = [...known.values()].filter(row => !received.has(row.id));
    const gone = unlisted.filter(row => row.seenTick <= tick);
    const rows = [...received.values()].map(contact => rowOf(known.get(contact.id), contact, tick, 'book'));
    const fresh = rows.filter(row => !isSameRow(known.get(row.id), row));
    const restated = rows.filter(row => known.get(row.id)?.wholeTick !== row.wholeTick);
    await cache.contacts.bulkDelete(gone.map(row => row.id));
    await cache.contacts.bulkPut([...new Set([...fresh, ...restated])]);
    const isExact = gone.length === unlisted.length && rows.every(row => row.seenTick <= tick);
    const value = isExact && tag !== '' ? { tag, shape: ROW_SHAPE, rows: rows.length } : null;
    await cache.marks.put({ name: 'book', tick, at, value });
    const changed = [...fresh, ...gone].map(row => row.id);
    if (!mark || changed.length > INDEXED_SINGLY) {
      const later = unlisted.filter(row => row.seenTick > tick);
      await keepIndex(cache, [...rows, ...later], await noteBookChange(cache, tick, 'all'));
    } else if (changed.length > 0) await noteBookChange(cache, tick, changed);
  });
}

/** The server says that the book is still the tagged one. False if this device no longer holds exactly that. */
export async function confirmBook(cache: CacheDb, tag: string, { tick, at }: RefreshStart): Promise<boolean> {
  return cache.transaction('rw', cache.contacts, cache.marks, async () => {
    const mark = await cache.marks.get('book');
    if (mark && mark.tick > tick) return true;
    if (!mark || (await readBookTag(cache)) !== tag) return false;
    await cache.marks.put({ ...mark, tick, at });
    return true;
  });
}

/** Takes over single contacts, and where in the server's list they stood if they are a page of it. */
export async function writeRows(
  cache: CacheDb,
  list: readonly Contact[],
  tick: number,
  page?: FetchedPage,
): Promise<void> {
  await cache.transaction('rw', cache.contacts, cache.marks, async () => {
    const mark = await cache.marks.get('book');
    if (mark && mark.tick > tick) return;
    const known = await cache.contacts.bulkGet(list.map(contact => contact.id));
    if (page) await notePage(cache, page, known.filter(row => row?.thin).length);
    const rows = list.map((contact, index) => rowOf(known[index], contact, tick, 'page'));
    const fresh = rows.filter((row, index) => !isSameRow(known[index], row));
    // Also a row that is the same was seen now: what was confirmed before is superseded by it.
    await cache.contacts.bulkPut(rows);
    const changed = fresh.map(row => row.id);
    if (changed.length > 0) await noteChange(cache, tick, changed);
  });
}

/** The server no longer knows this contact. */
export async function forgetRow(cache: CacheDb, id: number, tick: number): Promise<void> {
  await cache.transaction('rw', cache.contacts, cache.marks, async () => {
    const mark = await cache.marks.get('book');
    const row = await cache.contacts.get(id);
    if (!row || row.seenTick > tick || (mark && mark.tick > tick)) return;
    await cache.contacts.delete(id);
    await noteChange(cache, tick, [id]);
  });
}

export async function readRowsById(
  { contacts }: CacheDb,
  ids: readonly (number | null)[],
): Promise<Map<number, ContactRow>> {
  const rows = await contacts.bulkGet([...new Set(ids)].filter(id => id !== null));
  return new Map(rows.filter(row => row !== undefined).map(row => [row.id, row]));
}

/** Rows that differ from the tagged answer void its tag; the search learns which they are. */
async function noteChange(cache: CacheDb, tick: number, ids: readonly number[]): Promise<void> {
  const book = await cache.marks.get('book');
  if (book && v.parse(Tagged, book.value)) await cache.marks.put({ ...book, value: null });
  await noteBookChange(cache, tick, ids);
}

/** Whether a part of the contact was never told: neither its form nor another's copy may be made of this row. */
export function isThinRow({ thin, wholeTick }: ContactRow): boolean {
  return thin === true || wholeTick === 0;
}

/** A row without a phone is no whole one, whoever tells it: every contact is saved with one. */
function wholeTickOf(row: ContactRow, fullTick: number): number {
  if (isThinRow(row) || row.contact_phones.length === 0) return 0;
  return row.wholeTick ?? Math.max(row.seenTick, fullTick);
}

/**
 * [S20] Whether the book has taken over what a done entry says. A contact that is gone is told by any row, and by a book
 * without it; all else by a row that tells the whole contact.
 *
 * @param fullTick of the last whole book
 */
export function isInBook(entry: Entry, row: ContactRow | undefined, fullTick: number): boolean {
  const isShown = row && entry.kind !== 'contact.delete';
  const seenTick = isShown ? wholeTickOf(row, fullTick) : Math.max(row?.seenTick ?? 0, fullTick);
  return isSuperseded(entry, seenTick);
}

/**
 * The row to keep: one seen by a later refresh wins. A row of the whole book that leaves something out is a thin one: it
 * erases nothing that was told before, and what no page has told yet is marked for the crawl.
 */
function rowOf(
  known: ContactRow | undefined,
  contact: ListedContact,
  tick: number,
  source: 'book' | 'page',
): ContactRow {
  if (known && known.seenTick > tick) return known;
  const isThin = source === 'book' && isThinAnswer(contact);
  const answered = isThin ? withoutBlanks(contact) : contact;
  const { id, created_at, contact_phones, ...received } = mergeRow(known ?? UNKNOWN, answered, isThin);
  const wasWhole = known !== undefined && !isThinRow(known) && isSameName(known, answered);
  const thinTick = wasWhole ? wholeTickOf(known, 0) : 0;
  const values = { ...contactTextsOf(received), phones: contact_phones.map(phone => phone.full_phone) };
  return {
    ...values,
    id,
    created_at,
    contact_phones,
    seenTick: tick,
    search: searchTextOf(values),
    ...(isThin && (!known || known.thin) ? { thin: true } : {}),
    ...(isThin && { wholeTick: thinTick }),
    // The book goes on telling a part of it, and its «unchanged» says nothing of the rest.
    ...(source === 'page' && (known?.thin || known?.wholeTick !== undefined) && { wholeTick: tick }),
  };
}

const COMPARED = [...contactTextNames, 'created_at', 'search', 'thin'] as const;

function isSameRow(known: ContactRow | undefined, row: ContactRow): boolean {
  const isSame = (field: (typeof COMPARED)[number]) => known?.[field] === row[field];
  return known !== undefined && COMPARED.every(isSame) && known.phones.join() === row.phones.join();
}

/** What a contact is found by: its folded texts, the name first, then the digits of every phone. */
export function searchTextOf(contact: ContactTexts & { phones: readonly string[] }): string {
  return [normaliseText(joinContactTexts(contact)), ...contact.phones].join(' ');
}

const PAGES_MARK = 'book-pages';

const BookPages = v.object({ next: v.number(), last: v.number(), filled: v.nullable(v.number()) });

/**
 * How far the server's list was read, page by page. `next` beyond `last`: to its end. `filled`: how many thin
 * rows became whole in this round of the crawl; null when page 1 was read before there was a crawl.
 */
type BookPages = v.InferOutput<typeof BookPages>;

/** A page that was just fetched, and the number of the server's last one. */
type FetchedPage = { page: number; last: number };

const UNREAD: BookPages = { next: 1, last: 1, filled: null };

export async function readPages({ marks }: CacheDb): Promise<BookPages> {
  return pagesOf(await marks.get(PAGES_MARK));
}

function pagesOf(mark: MarkRow | undefined): BookPages {
  return v.parse(v.fallback(BookPages, UNREAD), mark?.value);
}

/** Where the server's list goes on after what was read of it; null at its end. */
function nextPageOf({ next, last }: BookPages): number | null {
  return next === 1 || next <= last ? next : null;
}

export async function readNextPage(cache: CacheDb): Promise<number | null> {
  return nextPageOf(await readPages(cache));
}

/** What is known of the book as a whole, in one look. */
export async function readMarks({ marks }: CacheDb) {
  const [mark, pages] = await marks.bulkGet(['book', PAGES_MARK]);
  return { mark, nextPage: nextPageOf(pagesOf(pages)) };
}

/** Records a page as read, inside the caller's transaction; reading it once more changes nothing. */
async function notePage(cache: CacheDb, { page, last }: FetchedPage, filled: number): Promise<void> {
  const known = await readPages(cache);
  const next = page === known.next ? page + 1 : known.next;
  const value: BookPages = { next, last, filled: known.filled === null ? null : known.filled + filled };
  await cache.marks.put({ name: PAGES_MARK, tick: 0, at: 0, value });
}

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
export async function restartFilling(cache: CacheDb): Promise<void> {
  await cache.transaction('rw', cache.contacts, cache.marks, async () => {
    const { filled } = await readPages(cache);
    await cache.marks.put({ name: PAGES_MARK, tick: 0, at: 0, value: { ...UNREAD, filled: 0 } });
    if (filled !== 0) return;
    await thinRows(cache.contacts).modify(row => {
      delete row.thin;
    });
  });
}
