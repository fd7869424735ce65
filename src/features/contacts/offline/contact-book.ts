import * as v from 'valibot';
import { type ContactTexts, contactTextsOf, fullName, noContactTexts } from '#contract/contact-fields.ts';
import { MINUTE_MS } from '#kit/clock.ts';
import { isLocalId } from '#kit/ids.ts';
import { formatPhone } from '#kit/phone.ts';
import type { CacheDb, ContactRow } from '#storage/cache-db.ts';
import type { Entry, EntryError } from '#storage/outbox-db.ts';
import { isOpen } from '#sync/entry.ts';
import { addStatuses, type EntryStatus } from '#sync/entry-status.ts';
import { keyOf, loadLocalIds, loadResolver } from '#sync/id-map.ts';
import { readOverlay } from '#sync/overlay.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { isInBook, isThinRow, readMarks, readRowsById } from './book-rows.ts';
import { ContactValues } from './contact-kinds.ts';

/** A contact as screens show it. `key` is its local id for life, or its server id as text. */
export type ContactView = ContactValues & {
  key: string;
  serverId: number | null;
  created_at: string;
  /** What the outbox says of the newest entry about this contact; null when the server's copy is all there is. */
  status: EntryStatus | null;
  entryId: string | null;
  /** What the server said when it refused the newest entry. */
  error: EntryError | null;
  isDeleting: boolean;
  /** Neither the server's lists nor an entry have told all of it to this device. */
  isThin: boolean;
  /** While a change can still be changed: what it was made from, and what the server tells now. */
  change: { base: ContactValues; server: ContactValues } | null;
};

/** What the outbox lays over one contact; `view` null: it is gone. */
export type Overlaid = { key: string; view: ContactView | null; serverId: number | null };

/** [S2] A page of the book, newest first: what only this device knows on top, then the cache. */
export async function readBook(context: ReadContext, limit: number): Promise<ContactView[]> {
  const overlay = await overlayContacts(context);
  const rows = await context.cache.contacts
    .orderBy('[created_at+id]')
    .reverse()
    .limit(limit + overlay.length)
    .toArray();
  return withKeys(context, merge(overlay, rows).slice(0, limit));
}

/** A contact that was made on this device stays the same one on the screen when the server has it ([S18]). */
export async function withKeys(
  { db, ownerKey }: ReadContext,
  views: readonly ContactView[],
): Promise<ContactView[]> {
  const ids = views.map(view => view.serverId).filter(id => id !== null);
  const localIds = await loadLocalIds(db, ownerKey, 'contact', ids);
  return views.map(view => {
    const { serverId } = view;
    return serverId === null ? view : { ...view, key: localIds.get(serverId) ?? String(serverId) };
  });
}

/** One contact by its key, null if neither the outbox nor the cache knows it. */
export async function readContact(context: ReadContext, key: string): Promise<ContactView | null> {
  const overlay = await overlayContacts(context);
  const resolve = await loadResolver(context.db, [key]);
  const serverId = resolve(key);
  const over = overlay.find(
    ({ view, serverId: id }) => view?.key === key || (serverId !== null && id === serverId),
  );
  if (over) return over.view;
  const row = serverId === null ? undefined : await context.cache.contacts.get(serverId);
  if (!row) return null;
  const [view = null] = await withKeys(context, [viewOfRow(row)]);
  return view;
}

/** Lays the overlay over any cache rows: one row per thing at all times ([S20]). */
export function merge(overlay: readonly Overlaid[], rows: readonly ContactRow[]): ContactView[] {
  const byServerId = new Map(overlay.map(over => [over.serverId, over]));
  // A row that has no date yet stands where what was saved here stood before it came.
  const placed = rows.filter(row => row.created_at !== '' || !byServerId.get(row.id)?.view?.created_at);
  const present = new Set(placed.map(row => row.id));
  const unseen = overlay.filter(({ serverId }) => serverId === null || !present.has(serverId));
  const onTop = unseen.map(({ view }) => view).filter(view => view !== null && isLocalId(view.key));
  const below = placed.map(row => (byServerId.has(row.id) ? byServerId.get(row.id)?.view : viewOfRow(row)));
  return [...onTop.reverse(), ...below].filter(view => view !== null && view !== undefined);
}

/** Everything the outbox still has to say about contacts, thing by thing, in the order they were first touched. */
export async function overlayContacts(context: ReadContext): Promise<Overlaid[]> {
  const entries = await readOverlay(context.db, context.ownerKey, 'contact.');
  if (entries.length === 0) return [];
  const keys = [...new Set(entries.map(entry => keyOf(entry.aggregate)))];
  const resolve = await loadResolver(context.db, keys);
  const rows = await readRowsById(context.cache, keys.map(resolve));
  const fullTick = (await context.cache.marks.get('book'))?.tick ?? 0;
  const stated = await addStatuses(context.db, context.kinds, entries, context.held, context.now());
  // Grouped once: after an import thousands of contacts may wait.
  const byKey = new Map<string, Stated[]>(keys.map(key => [key, []]));
  for (const one of stated) byKey.get(keyOf(one.entry.aggregate))?.push(one);
  return keys
    .map(key => {
      const serverId = resolve(key);
      const row = serverId === null ? undefined : rows.get(serverId);
      const about = (byKey.get(key) ?? []).filter(({ entry }) => !isInBook(entry, row, fullTick));
      return about.length === 0
        ? null
        : { key, serverId, view: applyAll(context, key, serverId, row, about) };
    })
    .filter(over => over !== null);
}

type Stated = { entry: Entry; status: EntryStatus };

function applyAll(
  { wallClock }: ReadContext,
  key: string,
  serverId: number | null,
  row: ContactRow | undefined,
  about: readonly Stated[],
): ContactView | null {
  const [first] = about;
  const newest = about.at(-1);
  if (!first || !newest) return null;
  const isDeleting = newest.entry.kind === 'contact.delete';
  if (isDeleting && newest.status === 'done') return null;
  const values = about.findLast(({ entry }) => entry.kind !== 'contact.delete')?.entry.payload;
  const madeAt = !row || first.entry.kind === 'contact.create' ? wallClock(first.entry.firstAt) : '';
  const base = row ? viewOfRow(row) : emptyView(madeAt);
  return {
    ...base,
    ...(values as ContactValues | undefined), // a payload that its kind has read
    created_at: base.created_at || madeAt,
    isThin: base.isThin && values === undefined,
    key,
    serverId,
    status: newest.status === 'done' ? null : newest.status,
    entryId: newest.status === 'done' ? null : newest.entry.id,
    error: newest.status === 'failed' ? newest.entry.error : null,
    isDeleting,
    change: changeOf(row, about),
  };
}

/** Only where nothing else of this device stands between the server's copy and the change. */
function changeOf(row: ContactRow | undefined, about: readonly Stated[]): ContactView['change'] {
  const [only, ...others] = about;
  // A thin row does not say what the server has.
  if (!only || others.length > 0 || !row || isThinRow(row)) return null;
  const base = v.safeParse(ContactValues, only.entry.base);
  if (only.entry.kind !== 'contact.update' || !isOpen(only.entry) || !base.success) return null;
  return { base: base.output, server: valuesOf(viewOfRow(row)) };
}

export function valuesOf(contact: ContactValues): ContactValues {
  return { ...contactTextsOf(contact), phones: contact.phones };
}

export function viewOfRow(row: ContactRow): ContactView {
  const phones = row.contact_phones.map(phone => phone.full_phone);
  const known = {
    ...contactTextsOf(row),
    phones,
    key: String(row.id),
    serverId: row.id,
    isThin: isThinRow(row),
  };
  return { ...emptyView(row.created_at), ...known };
}

/** Nothing is known of it but when it was made. */
export function emptyView(created_at: string): ContactView {
  return {
    ...noContactTexts,
    created_at,
    phones: [],
    key: '',
    serverId: null,
    status: null,
    entryId: null,
    error: null,
    isDeleting: false,
    isThin: false,
    change: null,
  };
}

/** An older book says how old it is. */
const STALE_MS = 10 * MINUTE_MS;

export type BookPage = Awaited<ReturnType<typeof readBookPage>>;

/** How many contacts a page of the book on this device has. */
export const PAGE_SIZE = 30;

/** The page with which the list begins. */
export const readFirstPage = (context: ReadContext) => readBookPage(context, PAGE_SIZE);

/**
 * What the list shows at once: never a look at the whole book, however thick. `loadedAt` null: the book was never
 * completely loaded onto this device; `nextPage` is where the server's list goes on then, null at its end. `today` is
 * the firm's wall clock, for the headers of the days.
 */
export async function readBookPage(context: ReadContext, limit: number) {
  const [contacts, { mark, nextPage }] = await Promise.all([
    readBook(context, limit + 1),
    readMarks(context.cache),
  ]);
  const now = context.now();
  return {
    contacts: contacts.slice(0, limit),
    hasMore: contacts.length > limit,
    nextPage,
    loadedAt: mark ? context.wallClock(mark.at) : null,
    isStale: mark !== undefined && now - mark.at > STALE_MS,
    today: context.wallClock(now),
  };
}

/** «Иван Петров»; a thin row without a name is called by its phone. */
export function contactName(contact: ContactTexts & { phones: string[] }): string {
  return fullName(contact) || formatPhone(contact.phones[0] ?? '');
}

/** So many fit on a phone above the keyboard. */
const RECENT_MAX = 5;

const RECENT_MARK = 'recent-contacts';
const RecentKeys = v.fallback(v.array(v.string()), []);

/** Remembers whom an order was made for, or who was called; in the cache, because losing it costs nothing. */
export async function rememberRecent(cache: CacheDb, key: string, at: number): Promise<void> {
  const remembering = cache.transaction('rw', cache.marks, async () => {
    const others = (await readRecentKeys(cache)).filter(known => known !== key);
    await cache.marks.put({ name: RECENT_MARK, tick: 0, at, value: [key, ...others].slice(0, RECENT_MAX) });
  });
  // Where there is no room the list stays as it was.
  await remembering.catch(() => undefined);
}

/** The contacts last picked or called on this device, newest first, without those that are gone or about to go. */
export async function readRecent(context: ReadContext): Promise<ContactView[]> {
  const keys = await readRecentKeys(context.cache);
  const views = await Promise.all(keys.map(key => readContact(context, key)));
  return views.filter(view => view !== null).filter(view => !view.isDeleting);
}

async function readRecentKeys(cache: CacheDb): Promise<string[]> {
  return v.parse(RecentKeys, (await cache.marks.get(RECENT_MARK))?.value);
}
