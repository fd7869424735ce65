/** What promoters and moderators ask for, as the page asks for it. */
import { randomUUID } from 'node:crypto';
import { PER_PAGE } from '#server/routes/present.ts';
import type { Actor, Cast } from './cast.ts';
import type { Ledger, Shot } from './fire.ts';

const COMMON = { accept: 'application/json, text/plain, */*', 'accept-encoding': 'gzip' };

export function pickFrom<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function read({ access }: Pick<Actor, 'access'>, path: string): Shot {
  return { method: 'GET', path, headers: { ...COMMON, authorization: `Bearer ${access}` } };
}

function write({ access }: Pick<Actor, 'access'>, path: string, body: unknown): Shot {
  const headers = { ...COMMON, authorization: `Bearer ${access}`, 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / PER_PAGE));
}

export const contactPage = (actor: Actor, page = 1) => read(actor, `/api/promo/contacts/list?page=${page}`);

/** As phones without compression, and older benches, ask. */
export function plainContactPage(actor: Actor): Shot {
  const { 'accept-encoding': _, ...headers } = contactPage(actor).headers;
  return { ...contactPage(actor), headers };
}

export const lastContactPage = (actor: Actor) => contactPage(actor, lastPage(actor.contactsTotal));

export const requestPage = (actor: Actor, page = 1) =>
  write(actor, `/api/promo/orders/getRequests?page=${page}`, { status: 'all' });

export const lastRequestPage = (actor: Actor) => requestPage(actor, lastPage(actor.requestsTotal));

export const wholeBook = (actor: Actor) => read(actor, '/api/promo/contacts/fullList');

/** With the tag that the phone has kept. */
export function unchangedBook(actor: Actor, tag: string): Shot {
  const { headers, ...shot } = wholeBook(actor);
  return { ...shot, headers: { ...headers, 'if-none-match': tag } };
}

/** The tag that the phone would have kept from yesterday. `*` stands for any, so that the book itself need not come. */
export async function tagOf(origin: string, actor: Actor): Promise<string> {
  const { path, headers } = unchangedBook(actor, '*');
  const tag = (await fetch(origin + path, { headers })).headers.get('etag');
  if (!tag) throw new Error('a book has no tag');
  return tag;
}

export const whoAmI = (actor: Actor) => write(actor, '/api/getUser', {});
export const districts = (actor: Actor) => read(actor, '/api/promo/orders/basaDistrictList');
export const promoters = ({ moderator }: Cast) =>
  read({ access: moderator }, '/api/promo/moderation/promoters');

/** The figures of the whole firm for the last month. */
export function monthStats({ moderator }: Cast): Shot {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const now = Date.now();
  const range = { dateFrom: day(now - 30 * 86_400_000), dateTo: day(now) };
  return write({ access: moderator }, '/api/promo/moderation/stats', { promoterId: -1, ...range });
}

function keyed(shot: Shot, key: string): Shot {
  return { ...shot, headers: { ...shot.headers, 'idempotency-key': key } };
}

export function newOrder(actor: Actor, { district, work }: Cast, key: string = randomUUID()): Shot {
  const order = { type: 'basa', contact_id: pickFrom(actor.contacts), district_id: district, work_id: work };
  const where = { broken: 'Не включается', street: 'Садовая', house: '7', flat: '12' };
  return keyed(write(actor, '/api/promo/orders/sendOrder', { ...order, ...where }), key);
}

export function newContact(actor: Actor, key: string = randomUUID()): Shot {
  const contact_phones = [{ full_phone: `7000${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}` }];
  const person = { first_name: 'Полина', last_name: 'Рябинина', comment: 'Звонить после 18:00' };
  return keyed(write(actor, '/api/promo/contacts/save', { ...person, contact_phones }), key);
}

/** Notes in the ledger that it is on its way, and what is answered. */
export function counted(ledger: Ledger, shot: Shot): Shot {
  const key = shot.headers['idempotency-key'] ?? '';
  ledger.sent(key, shot);
  return { ...shot, heard: status => ledger.answered(key, status) };
}

/** The page's client, from its runtime configuration. */
export type Client = { client_id: string; client_secret: string };

export function token(client: Client, fields: Record<string, string>): Shot {
  const body = new URLSearchParams({ ...client, scope: '', ...fields }).toString();
  const headers = { ...COMMON, 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', path: '/oauth/token', headers, body };
}

export const logIn = (client: Client, { email }: Actor, password: string) =>
  token(client, { grant_type: 'password', username: email, password });

export const renew = (client: Client, refresh: string) =>
  token(client, { grant_type: 'refresh_token', refresh_token: refresh });
