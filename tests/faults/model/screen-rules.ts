import { readBook } from '#features/contacts/offline/contact-book.ts';
import { kinds } from '#features/offline.ts';
import { readQueuedOrders, readRequests } from '#features/orders/offline/order-book.ts';
import { toWallClock } from '#kit/date.ts';
import { CacheDb } from '#storage/cache-db.ts';
import { OUTBOX_DB_NAME } from '#storage/database-names.ts';
import { type Entry, OutboxDb, ownerKeyOf } from '#storage/outbox-db.ts';
import type { ReadContext } from '#sync/read-context.ts';
import type { ExpectedRecord } from './expected.ts';
import { API_ORIGIN, onDisk, ZONE } from './tab.ts';
import { breakRule, type World } from './world.ts';

/** What one of the screens shows of one thing. */
type Shown = {
  noun: ExpectedRecord['noun'];
  marker: string;
  text: string;
  isDeleting: boolean;
  serverId: number | null;
};

const looking = new WeakMap<World, { db: OutboxDb; caches: Map<string, CacheDb>; seen: number }>();

/** Read-your-writes: the screens of whoever uses the phone show each of their things exactly once, at every step. */
export async function checkScreen(world: World): Promise<void> {
  const owner = world.tabs.map(tab => tab.session.lastOwner()).find(known => known !== null);
  if (!owner) return;
  const reader = looking.get(world) ?? openReader(world);
  const activity = world.disk.activity();
  if (reader.seen === activity) return;
  reader.seen = activity;
  const shown = await readScreens(world, ownerKeyOf({ apiOrigin: API_ORIGIN, userId: owner.userId }));
  const things = world.expected.records.filter(thing => thing.userId === owner.userId);
  for (const row of shown) if (row.serverId !== null) isOwn(world, row, owner.userId);
  for (const marker of new Set(things.map(thing => thing.marker))) {
    const duplicates = things.filter(thing => thing.marker === marker);
    isShownOnce(
      world,
      marker,
      duplicates,
      shown.filter(row => row.marker === marker),
    );
  }
}

function openReader(world: World) {
  const reader = { db: onDisk(world.disk.factory, () => new OutboxDb()), caches: new Map(), seen: -1 };
  looking.set(world, reader);
  return reader;
}

async function readScreens(world: World, ownerKey: string): Promise<Shown[]> {
  const reader = looking.get(world) ?? openReader(world);
  const known = reader.caches.get(ownerKey);
  const cache = known && !known.abandoned ? known : onDisk(world.disk.factory, () => new CacheDb(ownerKey));
  reader.caches.set(ownerKey, cache);
  const context: ReadContext = {
    db: reader.db,
    cache,
    kinds,
    ownerKey,
    held: false,
    now: world.time.device,
    wallClock: instant => toWallClock(instant, ZONE),
  };
  const [contacts, queued, requests] = await Promise.all([
    readBook(context, 1000),
    readQueuedOrders(context),
    readRequests(context, 'all'),
  ]);
  const asOrder = (marker: string, serverId: number | null): Shown => ({
    noun: 'order',
    marker,
    text: '',
    isDeleting: false,
    serverId,
  });
  return [
    ...contacts.map(
      ({ last_name, comment, isDeleting, serverId }): Shown => ({
        noun: 'contact',
        marker: last_name,
        text: comment,
        isDeleting,
        serverId,
      }),
    ),
    ...queued.map(order => asOrder(order.broken, null)),
    ...(requests?.requests ?? []).map(request => asOrder(request.broken ?? '', request.id)),
  ];
}

function isOwn({ server, broken }: World, { noun, serverId, marker }: Shown, userId: number): void {
  const owner =
    noun === 'contact'
      ? server.contacts.get(serverId ?? 0)?.userId
      : server.orders.find(({ id }) => id === serverId)?.userId;
  if (owner !== undefined && owner !== userId) broken.push(`[S28] ${marker} of user ${owner} is shown`);
}

/** How many rows there may be: one for each thing, and one for each double that the network made. */
function isShownOnce(world: World, marker: string, duplicates: ExpectedRecord[], rows: Shown[]): void {
  const due = duplicates.filter(({ isDeleted, isGivenUp }) => !isDeleted && !isGivenUp);
  const entries = world.disk.rows<Entry>(OUTBOX_DB_NAME, 'entries');
  // Carried out or not, nobody knows: if it was, a refresh may show it beside its entry until that is settled.
  const isUnsure = ({ id, lastAt, state }: Entry) =>
    lastAt > 0 && state !== 'done' && duplicates.some(({ key }) => key === id);
  const unsure = entries.filter(isUnsure).length;
  const visible = rows.filter(({ isDeleting }) => !isDeleting);
  const most =
    due.length + unsure + duplicates.reduce((sum, { excused, allowed }) => sum + excused + allowed - 1, 0);
  const least = due.filter(({ mayBeHidden, mayBeDeleted }) => !mayBeHidden && !mayBeDeleted).length;
  const isGone = duplicates.some(({ isGivenUp, isTextUnknown }) => isGivenUp || isTextUnknown);
  if (visible.length < least)
    breakRule(world, 'S2', `${marker} is shown ${visible.length} times, not ${least}`);
  if (visible.length > most && !isGone)
    breakRule(world, 'S20', `${marker} is shown ${visible.length} times, not ${most}`);
  const [only] = due;
  const [row] = visible;
  if (!only || !row || duplicates.length > 1 || only.noun === 'order' || only.isTextUnknown || most > 1)
    return;
  const text = only.edits.at(-1)?.text ?? '';
  if (row.text !== text) breakRule(world, 'S20', `${marker} is shown with «${row.text}», not «${text}»`);
}
