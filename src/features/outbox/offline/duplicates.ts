import { contactTextsOf, nameParts } from '#contract/contact-fields.ts';
import type { Contact } from '#contract/contacts.ts';
import type { Request } from '#contract/requests.ts';
import { MINUTE_MS } from '#kit/clock.ts';
import type { WallClock } from '#kit/date.ts';
import { fingerprint } from '#kit/fingerprint.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import type { CacheDb, ContactRow, RequestRow } from '#storage/cache-db.ts';
import type { Entry, OutboxDb } from '#storage/outbox-db.ts';
import { isKeyed } from '#sync/control-rows.ts';
import { loadLocalIds } from '#sync/id-map.ts';
import { readDone, readLive } from '#sync/live-entries.ts';

type DuplicatesContext = { db: OutboxDb; cache: CacheDb; ownerKey: string };

/** A record of this device that is on the server twice, because the browser or a proxy delivered one request twice. */
export type Duplicate = { noun: 'contact' | 'order'; ownId: number; twinId: number };

export type DuplicateView =
  | { noun: 'contact'; own: ContactRow; duplicate: ContactRow }
  | { noun: 'order'; own: RequestRow; duplicate: RequestRow };

/** What is remembered of a duplicate; `answered`: the user has seen it and wants both. */
type Noted = Duplicate & { answered: boolean };

/** Prefix of the control row's name, before the owner's key. It is stored on devices, so it cannot be renamed. */
const ROW_PREFIX = 'twins:';

const REQUESTS_SEEN = 100;

/** So many are remembered: older ones have long been dealt with. */
const NOTED_KEPT = 200;

/** Looks after a refresh; resolves with what nobody has been told of yet. Of several tabs one gets it. */
export async function recordDuplicates(context: DuplicatesContext): Promise<Duplicate[]> {
  const found = await searchDuplicates(context);
  if (found.length === 0) return [];
  const { db, ownerKey } = context;
  return db.transaction('rw', db.control, async () => {
    const noted = await readNoted(db, ownerKey);
    const fresh = without(found, noted);
    const added = fresh.map(duplicate => ({ ...duplicate, answered: false }));
    if (added.length > 0) await writeNoted(db, ownerKey, [...noted, ...added]);
    return fresh;
  });
}

/** The user wants both: never shown again. */
export async function keepBoth(
  { db, ownerKey }: Omit<DuplicatesContext, 'cache'>,
  duplicate: Duplicate,
): Promise<void> {
  await db.transaction('rw', db.control, async () => {
    const others = without(await readNoted(db, ownerKey), [duplicate]);
    await writeNoted(db, ownerKey, [...others, { ...duplicate, answered: true }]);
  });
}

/** Every duplicate that still waits for the user, as long as both are there. */
export async function readDuplicates(context: DuplicatesContext): Promise<DuplicateView[]> {
  const { db, ownerKey } = context;
  const noted = await readNoted(db, ownerKey);
  const found = without(await searchDuplicates(context), noted);
  const open = [...noted.filter(({ answered }) => !answered), ...found];
  const views = await Promise.all(open.map(duplicate => viewOf(context, duplicate)));
  return views.filter(view => view !== null);
}

async function viewOf(
  { db, cache, ownerKey }: DuplicatesContext,
  duplicate: Duplicate,
): Promise<DuplicateView | null> {
  const ids = [duplicate.ownId, duplicate.twinId];
  if (duplicate.noun === 'order') {
    const [own, other] = await cache.requests.bulkGet(ids);
    return own && other ? { noun: 'order', own, duplicate: other } : null;
  }
  if (await isBeingDeleted(db, ownerKey, duplicate.twinId)) return null;
  const [own, other] = await cache.contacts.bulkGet(ids);
  return own && other ? { noun: 'contact', own, duplicate: other } : null;
}

/** Deleted already as far as this device is concerned, or about to be. */
async function isBeingDeleted(db: OutboxDb, ownerKey: string, id: number): Promise<boolean> {
  const about = await db.entries.where('aggregate').equals(`contact:${id}`).toArray();
  return about.some(
    entry => entry.ownerKey === ownerKey && entry.kind === 'contact.delete' && entry.state !== 'rejected',
  );
}

/** Cheap: only around what receipts name, never through the whole book. */
async function searchDuplicates(context: DuplicatesContext): Promise<Duplicate[]> {
  const { db, ownerKey } = context;
  const done = (await readDone(db, ownerKey)).filter(entry => entry.kind.endsWith('.create'));
  const [first] = done;
  // A backend that knows keys recognises a second delivery by itself.
  if (!first || (await isKeyed(db, first.owner.apiOrigin))) return [];
  // A like create that is still under way may be the other one.
  const open = new Set((await readLive(db, ownerKey)).map(entry => entry.hash));
  const certain = done.filter(entry => !open.has(entry.hash));
  return [...(await contactDuplicates(context, certain)), ...(await orderDuplicates(context, certain))];
}

async function contactDuplicates(context: DuplicatesContext, done: readonly Entry[]): Promise<Duplicate[]> {
  const { cache } = context;
  const found: Duplicate[] = [];
  for (const { kind, serverId, hash } of done) {
    const row = kind === 'contact.create' && (await cache.contacts.get(serverId ?? 0));
    if (!row) continue;
    const near = await rowsNear(cache, row);
    found.push(...(await pairDuplicates(context, 'contact', [{ row, hash }], near, isDuplicateContact)));
  }
  return found;
}

/** A book of thin rows has no dates: there the phones lead to what is alike. */
async function rowsNear(cache: CacheDb, row: ContactRow): Promise<ContactRow[]> {
  const alike = await cache.contacts.where('phones').anyOf(row.phones).distinct().toArray();
  if (row.created_at === '') return alike;
  const [from, to] = datesAround(row.created_at);
  const sameTime = await cache.contacts
    .where('[created_at+id]')
    .between([from, 0], [to, Number.MAX_SAFE_INTEGER], true, true)
    .toArray();
  return [...new Map([...alike, ...sameTime].map(near => [near.id, near])).values()];
}

async function orderDuplicates(context: DuplicatesContext, done: readonly Entry[]): Promise<Duplicate[]> {
  const entries = done.filter(entry => entry.kind === 'order.create');
  if (entries.length === 0) return [];
  const ids = (await context.cache.requestLists.get('all'))?.ids.slice(0, REQUESTS_SEEN) ?? [];
  const rows = (await context.cache.requests.bulkGet([...new Set(ids)])).filter(row => row !== undefined);
  const made = rows.flatMap(row => {
    const entry = entries.find(({ serverId, code }) => serverId === row.id || code === row.fullcode);
    return entry ? [{ row, hash: entry.hash }] : [];
  });
  return pairDuplicates(context, 'order', made, rows, isDuplicateRequest);
}

function without<Some extends Duplicate>(duplicates: readonly Some[], known: readonly Duplicate[]): Some[] {
  const isKnown = ({ noun, ownId, twinId }: Duplicate) =>
    known.some(other => other.noun === noun && other.ownId === ownId && other.twinId === twinId);
  return duplicates.filter(duplicate => !isKnown(duplicate));
}

async function readNoted(db: OutboxDb, ownerKey: string): Promise<Noted[]> {
  const row = await db.control.get(ROW_PREFIX + ownerKey);
  return (row?.value as Noted[] | undefined) ?? []; // written by writeNoted alone
}

async function writeNoted(db: OutboxDb, ownerKey: string, noted: readonly Noted[]): Promise<void> {
  await db.control.put({ name: ROW_PREFIX + ownerKey, value: noted.slice(-NOTED_KEPT) });
}

/** What the browser or a proxy delivers twice arrives within so long. */
const NEAR_MS = 5 * MINUTE_MS;

/** Rows without a date were made one after the other if their ids are no further apart. */
const NEAR_IDS = 20;

/** What a confirmed create of this device has become; `hash` is that of the payload which was sent. */
type Made<Row> = { row: Row; hash: string };

/**
 * Finds things that look like a second delivery of what this device made: alike, made at about the same time, and
 * not made by any other entry of this device.
 *
 * @param rows what the server has, at least all that is about as old as what was made
 */
async function pairDuplicates<Row extends { id: number }>(
  { db, ownerKey }: DuplicatesContext,
  noun: Duplicate['noun'],
  made: readonly Made<Row>[],
  rows: readonly Row[],
  isDuplicate: (made: Made<Row>, other: Row) => boolean,
): Promise<Duplicate[]> {
  const ids = rows.map(row => row.id);
  const known = await loadLocalIds(db, ownerKey, noun, ids);
  const others = rows.filter(({ id }) => !known.has(id) && !made.some(({ row }) => row.id === id));
  return made.flatMap(own =>
    others.filter(row => isDuplicate(own, row)).map(row => ({ noun, ownId: own.row.id, twinId: row.id })),
  );
}

/** The same name and phones as the contact has now, or exactly what was sent for it. */
function isDuplicateContact({ row: own, hash }: Made<Contact>, other: Contact): boolean {
  const content = (contact: Contact) =>
    [...nameParts(contact).map(normaliseText), ...phonesOf(contact.contact_phones)].join('|');
  return isNear(own, other) && (content(own) === content(other) || sentHash(other) === hash);
}

/** The same client, work, place and words. */
function isDuplicateRequest({ row: own }: Made<Request>, other: Request): boolean {
  const content = ({ phones, type, work_name, address = '', broken = '' }: Request) =>
    [type, ...[work_name, address, broken].map(normaliseText), ...phonesOf(phones)].join('|');
  return isNear(own, other) && content(own) === content(other);
}

function phonesOf(phones: readonly { full_phone: string }[]): string[] {
  return phones.map(phone => phone.full_phone).sort();
}

/** What an entry's hash would be, had it carried this contact. */
function sentHash(contact: Contact): string {
  const phones = contact.contact_phones.map(phone => phone.full_phone);
  return fingerprint(JSON.stringify({ ...contactTextsOf(contact), phones }));
}

/** `date_add`: an order's, where `created_at` is not told. */
type Dated = { id: number; created_at: WallClock; date_add?: WallClock };

function isNear(one: Dated, other: Dated): boolean {
  const [oneDate, otherDate] = [one, other].map(({ created_at, date_add = '' }) => created_at || date_add);
  if (!oneDate || !otherDate) return Math.abs(one.id - other.id) <= NEAR_IDS;
  return Math.abs(instantOf(oneDate) - instantOf(otherDate)) <= NEAR_MS;
}

/** Both times are of the same clock, so its zone does not matter. */
function instantOf(text: WallClock): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`);
}

/** The span of dates in which duplicates of something created then can lie. */
function datesAround(text: WallClock): [from: WallClock, to: WallClock] {
  const wallClock = (instant: number) => new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
  const at = instantOf(text);
  return Number.isNaN(at) ? [text, text] : [wallClock(at - NEAR_MS), wallClock(at + NEAR_MS)];
}
