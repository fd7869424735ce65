import * as v from 'valibot';
import { orderTextNames } from '#contract/order-fields.ts';
import { OrderType, type ReferenceItem } from '#contract/orders.ts';
import type { RequestStatus } from '#contract/requests.ts';
import type { RequestListRow, RequestRow } from '#storage/cache-db.ts';
import type { Entry, EntryError } from '#storage/outbox-db.ts';
import { isOpen } from '#sync/entry.ts';
import { addStatuses, type EntryStatus } from '#sync/entry-status.ts';
import { readPayload } from '#sync/kind.ts';
import { isSuperseded, readOverlay } from '#sync/overlay.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { OrderValues } from './order-kinds.ts';

/** An order that the list of the server does not show yet. `code` is known once it was confirmed. */
export type QueuedOrder = OrderValues & {
  entryId: string;
  status: EntryStatus;
  code: string;
  firstAt: number;
  error: EntryError | null;
};

/** What was loaded of one filter; null while nothing ever was. */
export type RequestBook = { list: RequestListRow; requests: RequestRow[] } | null;

export type References = { districts: ReferenceItem[]; works: ReferenceItem[] };

/** The requests of a filter in the server's order, as last seen. */
export async function readRequests({ cache }: ReadContext, status: RequestStatus): Promise<RequestBook> {
  const list = await cache.requestLists.get(status);
  if (!list) return null;
  const requests = await cache.requests.bulkGet(list.ids);
  return { list, requests: requests.filter(request => request !== undefined) };
}

/**
 * [S2] Orders still in the outbox, and those confirmed that the list does not show yet, newest first. `book`: that of all
 * requests, for whoever has read it already.
 */
export async function readQueuedOrders(context: ReadContext, book?: RequestBook): Promise<QueuedOrder[]> {
  const { db, ownerKey, kinds, held, now } = context;
  const overlay = await readOverlay(db, ownerKey, 'order.');
  // Most of the time nothing waits: then nothing more is read.
  if (overlay.length === 0) return [];
  const listed = book === undefined ? await readRequests(context, 'all') : book;
  const entries = overlay.filter(entry => !isListed(entry, listed));
  const stated = await addStatuses(db, kinds, entries, held, now());
  const orders = stated.map(({ entry, status }): QueuedOrder => {
    const { id, code, firstAt, error, payload } = entry;
    // A parked payload of a newer app is shown as far as this one can read it; no payload at all reads as empty.
    return { ...v.parse(LooseOrder, Object(payload)), entryId: id, status, code, firstAt, error };
  });
  return orders.reverse();
}

/** [S20] A refresh that started before the confirmation may have brought the order all the same. */
function isListed(entry: Entry, book: RequestBook): boolean {
  if (!book || entry.state !== 'done') return false;
  const { serverId, code } = entry;
  return (
    isSuperseded(entry, book.list.seenTick) ||
    book.requests.some(({ id, fullcode }) => (serverId === null ? fullcode === code : id === serverId))
  );
}

const nobody = { id: 0, name: '' };
const text = v.fallback(v.string(), '');
const LooseOrder = v.object({
  ...v.entriesFromList(['contact', 'contact_name', ...orderTextNames], text),
  type: v.fallback(OrderType, 'basa'),
  phones: v.fallback(OrderValues.entries.phones, []),
  district: v.fallback(OrderValues.entries.district, nobody),
  work: v.fallback(OrderValues.entries.work, nobody),
});

/** [S15] An order of the outbox for its form, and what the server said against it; null once it may not be changed. */
export async function readOpenOrder(context: ReadContext, id: string) {
  const entry = await context.db.entries.where('id').equals(id).first();
  if (!entry || entry.ownerKey !== context.ownerKey || !isOpen(entry)) return null;
  const values = readPayload(context.kinds, entry) && v.safeParse(OrderValues, entry.payload);
  return values?.success ? { values: values.output, error: entry.error } : null;
}

/** The reference lists of one order form; null while one of them was never loaded. */
export async function readReferences({ cache }: ReadContext, type: OrderType): Promise<References | null> {
  const [districts, works] = await cache.references.bulkGet([`${type}DistrictList`, `${type}WorkList`]);
  return districts && works ? { districts: districts.items, works: works.items } : null;
}
