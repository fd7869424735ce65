import * as v from 'valibot';
import {
  type AddressParts,
  addressParts,
  addressPartsOf,
  formatAddress,
  noOrderTexts,
  orderTextFields,
} from '#contract/order-fields.ts';
import { OrderType, type ReferenceItem } from '#contract/orders.ts';
import { shownType } from '#contract/requests.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import type { AddressRow, CacheDb, RequestRow } from '#storage/cache-db.ts';
import { newestOf, readNewestRequests } from '#storage/newest-requests.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';
import { canonicalKey } from '#sync/id-map.ts';
import { inState } from '#sync/live-entries.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { type References, readReferences } from './order-book.ts';
import { Named, type OrderValues } from './order-kinds.ts';

/** So many addresses are remembered; the oldest are forgotten. */
export const ADDRESSES_KEPT = 200;

/** What the last order of a contact can give the next one; null: no longer in the lists, or never known. */
export type LastOrder = AddressParts & { district: Named | null; work: Named | null; broken: string };

const text = v.string();
const ContactAddress = v.object({
  type: OrderType,
  district: Named,
  work: Named,
  ...v.entriesFromList(addressParts, text),
  // What was kept before it was remembered has none.
  broken: v.optional(text, ''),
});
const Street = v.object({ district: text, street: text });

/** Remembers where an order goes, for its contact and for its district. Only on this device, only for this user. */
export async function rememberAddress(
  { db, cache, ownerKey }: { db: OutboxDb; cache: CacheDb; ownerKey: string },
  order: OrderValues & { entryId: string },
  at: number,
): Promise<void> {
  const { type, district, work, street, broken } = order;
  const contact = await contactRow(db, ownerKey, order.contact);
  const rows: AddressRow[] = [
    { key: contact, at, value: { type, district, work, ...addressPartsOf(order), broken } },
    { key: streetKey(district.name, street), at, value: { district: district.name, street } },
    { key: `order|${order.entryId}`, at, value: { type, district, work, address: formatAddress(order) } },
  ];
  await cache.transaction('rw', cache.addresses, async () => {
    await cache.addresses.bulkPut(rows);
    const surplus = (await cache.addresses.count()) - ADDRESSES_KEPT;
    if (surplus <= 0) return;
    await cache.addresses.bulkDelete(await cache.addresses.orderBy('at').limit(surplus).primaryKeys());
  });
}

const Job = v.object({ work: Named, address: text });
export type Job = v.InferOutput<typeof Job>;

/**
 * What was ordered where, by the order's code, of the orders that this device has sent: a backend may tell nothing of it,
 * and the entry itself keeps no content once it is confirmed.
 */
export async function readSentJobs({ db, cache, ownerKey }: ReadContext): Promise<Map<string, Job>> {
  const sent = await inState(db, ownerKey, 'done').toArray();
  const orders = sent.filter(({ kind }) => kind === 'order.create');
  const rows = await cache.addresses.bulkGet(orders.map(({ id }) => `order|${id}`));
  const jobs = rows.map(row => v.safeParse(Job, row?.value));
  return new Map(orders.flatMap(({ code }, at) => (jobs[at]?.success ? [[code, jobs[at].output]] : [])));
}

/** A contact is known by one key, before and after the server has given it a number. */
async function contactRow(db: OutboxDb, ownerKey: string, contact: string): Promise<string> {
  return `contact|${await canonicalKey(db, ownerKey, 'contact', contact)}`;
}

function streetKey(district: string, street: string): string {
  return `street|${normaliseText(district)}|${normaliseText(street)}`;
}

/** The last order of a contact, as this device remembers it, else as the newest request of its phones tells. */
export async function readLastOrder(
  context: ReadContext,
  contact: { key: string; phones: readonly string[] },
  type: OrderType,
): Promise<LastOrder | null> {
  const references = await readReferences(context, type);
  if (!references) return null;
  const { db, cache, ownerKey } = context;
  const row = await cache.addresses.get(await contactRow(db, ownerKey, contact.key));
  const kept = v.safeParse(ContactAddress, row?.value);
  if (kept.success) return fromMemory(kept.output, type, references);
  const request = await newestRequest(cache, contact.phones);
  return request && fromRequest(request, type, references);
}

function fromMemory(
  { type: rememberedType, district, work, ...address }: v.InferOutput<typeof ContactAddress>,
  type: OrderType,
  references: References,
): LastOrder {
  // Each kind of order has lists of its own: an id tells namesakes apart only in the list it was chosen from.
  const find = (items: readonly ReferenceItem[], { id, name }: Named) =>
    findByName(items, name, rememberedType === type ? id : null);
  return {
    district: find(references.districts, district),
    work: find(references.works, work),
    ...address,
  };
}

function fromRequest(request: RequestRow, type: OrderType, references: References): LastOrder | null {
  const lastOrder: LastOrder = {
    district: findByName(references.districts, request.district_name ?? ''),
    work: findByName(references.works, request.work_name),
    ...parseAddress(request.address ?? '', type),
    broken: request.broken ?? '',
  };
  return lastOrder.district || lastOrder.work || lastOrder.street ? lastOrder : null;
}

/** The same of one request, by its code number; null for one that this device has never seen. */
export async function readOrderOf(
  context: ReadContext,
  codeNumber: number,
  type: OrderType,
): Promise<LastOrder | null> {
  const references = await readReferences(context, type);
  const request = await context.cache.requests.where('code_number').equals(codeNumber).first();
  return request && references ? fromRequest(request, type, references) : null;
}

/** So many choices stand above a list. */
const RECENT_SHOWN = 3;

const Choices = v.object({ type: OrderType, district: Named, work: Named });

/** The districts and works that orders from this device went with last, each once, as far as the lists still have them. */
export async function readRecentChoices(context: ReadContext, type: OrderType): Promise<References> {
  const references = await readReferences(context, type);
  const rows = await context.cache.addresses.orderBy('at').reverse().toArray();
  const used = rows.flatMap(({ value }) => (v.is(Choices, value) ? [value] : []));
  const newest = (
    items: readonly ReferenceItem[],
    pick: (choices: v.InferOutput<typeof Choices>) => Named,
  ) => {
    const found = used.flatMap(
      choices => findByName(items, pick(choices).name, choices.type === type ? pick(choices).id : null) ?? [],
    );
    return [...new Map(found.map(item => [item.id, item])).values()].slice(0, RECENT_SHOWN);
  };
  return {
    districts: newest(references?.districts ?? [], ({ district }) => district),
    works: newest(references?.works ?? [], ({ work }) => work),
  };
}

async function newestRequest(cache: CacheDb, phones: readonly string[]): Promise<RequestRow | null> {
  return newestOf(await readNewestRequests(cache, phones), phones) ?? null;
}

/** The row of this name; of several nobody knows which was meant, unless one has the id of then. */
function findByName(items: readonly ReferenceItem[], name: string, id: number | null = null): Named | null {
  const wanted = normaliseText(name);
  if (wanted === '') return null;
  const named = leavesOf(items).filter(leaf => normaliseText(leaf.name) === wanted);
  return (named.length === 1 ? named[0] : named.find(leaf => leaf.id === id)) ?? null;
}

/** What can be chosen: rows without rows below them. */
export function leavesOf(items: readonly ReferenceItem[]): Named[] {
  return items.flatMap(({ id, name, children = [] }) =>
    children.length > 0 ? leavesOf(children) : [{ id, name }],
  );
}

/** Streets that orders of this district went to before, the last one first. */
export async function readStreets(cache: CacheDb, district: string): Promise<string[]> {
  if (district === '') return [];
  const rows = await cache.addresses
    .where('key')
    .startsWith(`street|${normaliseText(district)}|`)
    .sortBy('at');
  const kept = rows.map(row => v.safeParse(Street, row.value));
  return kept.flatMap(read => (read.success ? [read.output.street] : [])).reverse();
}

/** How backends name the parts of an address, in their order. Without a digit «д.» is a village, «дом» a house of culture. */
const MARKED: readonly [part: Exclude<keyof AddressParts, 'street'>, sign: RegExp][] = [
  ['house', /^(?:д\.|дом\s)\s*(\d.*)$/i],
  ['korp', /^(?:корп\.|корп\s|корпус\s)\s*(.+)$/i],
  ['flat', /^(?:кв\.|кв\s|квартира\s)\s*(\d.*)$/i],
];

/**
 * «Лесная, д. 5, кв. 7» in its parts, as far as they are named; what is not certain stays whole in the street:
 * a number without a name may be a house as well as a flat. So does a part that this kind of order has no room for.
 */
export function parseAddress(address: string, type: OrderType): AddressParts {
  const whole = { ...addressPartsOf(noOrderTexts), street: address.trim() };
  const [street = '', ...rest] = splitStreet(address);
  const found: AddressParts = { ...whole, street };
  let next = 0;
  for (const piece of rest) {
    const at = MARKED.findIndex(([, sign], index) => index >= next && sign.test(piece));
    const [part, sign] = MARKED[at] ?? [];
    const value = part && sign ? (sign.exec(piece)?.[1]?.trim() ?? '') : '';
    const limit = part && orderTextFields[part].max[type];
    if (!part || value === '' || (limit !== undefined && [...value].length > limit)) return whole;
    found[part] = value;
    next = at + 1;
  }
  return found;
}

/** The pieces before the first named part are the street, commas and all. */
function splitStreet(address: string): string[] {
  const pieces = address.split(',').map(piece => piece.trim());
  const first = pieces.findIndex(piece => MARKED.some(([, sign]) => sign.test(piece)));
  if (first <= 0) return [address.trim()];
  return [pieces.slice(0, first).join(', '), ...pieces.slice(first)];
}

/** What the last order of a contact was, in words, and with which form it was made; null where none is known. */
export async function readLastJob(
  { db, cache, ownerKey }: ReadContext,
  contact: { key: string; phones: readonly string[] },
): Promise<{ type: OrderType; words: string } | null> {
  const row = await cache.addresses.get(await contactRow(db, ownerKey, contact.key));
  const kept = v.safeParse(ContactAddress, row?.value);
  const inWords = (parts: readonly string[]) => parts.filter(Boolean).join(', ');
  if (kept.success) {
    const { type, work } = kept.output;
    return { type, words: inWords([work.name, formatAddress(kept.output)]) };
  }
  const request = await newestRequest(cache, contact.phones);
  return (
    request && {
      type: shownType(request),
      words: inWords([request.work_name, request.address ?? '']),
    }
  );
}
