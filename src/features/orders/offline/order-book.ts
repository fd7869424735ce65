import type { RequestStatus } from '#contract/requests.ts';
import type { CacheDb, RequestListRow, RequestRow } from '#storage/cache-db.ts';
import type { Entry, OutboxDb } from '#storage/outbox-db.ts';
import type { EntryStatus } from '#sync/entry-status.ts';
import type { Kinds } from '#sync/kind.ts';
import { isSuperseded, readOverlay } from '#sync/overlay.ts';
import { stateEntries } from '#sync/summary.ts';
import type { OrderValues } from './order-kinds.ts';

export type OrderContext = {
  db: OutboxDb;
  cache: CacheDb;
  kinds: Kinds;
  ownerKey: string;
  held: boolean;
  now: () => number;
};

/** An order that the list of the server does not show yet. `code` is known once it was confirmed. */
export type QueuedOrder = OrderValues & {
  entryId: string;
  status: EntryStatus;
  code: string;
  firstAt: number;
};

/** What was loaded of one filter; null while nothing ever was. */
export type RequestBook = { list: RequestListRow; requests: RequestRow[] } | null;

/** The requests of a filter in the server's order, as last seen. */
export async function readRequests({ cache }: OrderContext, status: RequestStatus): Promise<RequestBook> {
  const list = await cache.requestLists.get(status);
  if (!list) return null;
  const requests = await cache.requests.bulkGet(list.ids);
  return { list, requests: requests.filter(request => request !== undefined) };
}

/** One request by its code number, as last seen. */
export async function readRequest({ cache }: OrderContext, codeNumber: number): Promise<RequestRow | null> {
  return (await cache.requests.where('code_number').equals(codeNumber).first()) ?? null;
}

/** [S2] Orders still in the outbox, and those confirmed since the list was last asked for, newest first. */
export async function readQueuedOrders(context: OrderContext): Promise<QueuedOrder[]> {
  const { db, cache, kinds, ownerKey, held, now } = context;
  const seenTick = (await cache.requestLists.get('all'))?.seenTick ?? 0;
  const entries = (await readOverlay(db, ownerKey, 'order.')).filter(entry => !isSuperseded(entry, seenTick));
  const stated = await stateEntries(db, kinds, entries, held, now());
  return stated.map(({ entry, status }) => queuedOrder(entry, status)).reverse();
}

function queuedOrder(entry: Entry, status: EntryStatus): QueuedOrder {
  const values = entry.payload as OrderValues; // a parked payload of a newer app is shown as far as it goes
  return { ...values, entryId: entry.id, status, code: entry.code, firstAt: entry.firstAt };
}
