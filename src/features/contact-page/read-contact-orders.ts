import { type ContactView, findByPhones } from '#features/contacts/index.ts';
import { type QueuedOrder, readLastJob, readQueuedOrders } from '#features/orders/index.ts';
import type { RequestRow } from '#storage/cache-db.ts';
import { canonicalKey } from '#sync/id-map.ts';
import { inState } from '#sync/live-entries.ts';
import type { ReadContext } from '#sync/read-context.ts';

/** The last order in words, and the kind of its form. */
export type LastJob = NonNullable<Awaited<ReturnType<typeof readLastJob>>>;

/** A request of a contact. `client`: whom the firm names, where that need not be this contact. */
export type ContactRequest = { request: RequestRow; client: string };

/**
 * What this device knows of a contact's orders: those that wait, the last one in words, and the requests that it has sent
 * or that share a number with the contact, the newest first.
 */
export async function readContactOrders(context: ReadContext, contact: ContactView) {
  const [waiting, requests, last] = await Promise.all([
    readWaiting(context, contact),
    readRequestsOf(context, contact),
    readLastJob(context, contact),
  ]);
  return { waiting, requests, last };
}

async function readWaiting(context: ReadContext, { key }: ContactView): Promise<QueuedOrder[]> {
  const { db, ownerKey } = context;
  const queued = await readQueuedOrders(context);
  const keys = await Promise.all(queued.map(order => canonicalKey(db, ownerKey, 'contact', order.contact)));
  return queued.filter((_, at) => keys[at] === key);
}

async function readRequestsOf(context: ReadContext, { key, phones }: ContactView): Promise<ContactRequest[]> {
  const { db, cache, ownerKey } = context;
  const done = await inState(db, ownerKey, 'done').toArray();
  const sent = new Set(done.filter(({ refs }) => refs.includes(key)).map(({ serverId }) => serverId));
  const others = (await findByPhones(context, phones)).filter(other => other.key !== key);
  const shared = new Set(others.flatMap(other => other.phones));
  const all = await cache.requests.orderBy('created_at').reverse().toArray();
  return all.flatMap(request => {
    const common = request.phones.map(phone => phone.full_phone).filter(phone => phones.includes(phone));
    if (common.length === 0 && !sent.has(request.id)) return [];
    const isAlone = common.length > 0 && !common.some(phone => shared.has(phone));
    return [{ request, client: isAlone ? '' : request.client_fio }];
  });
}
