/** What promoters and moderators ask for, as the page asks for it. */
import { randomUUID } from 'node:crypto';
import { PER_PAGE } from '#contract/wire.ts';
import type { Account, Accounts } from './accounts.ts';
import type { Call, Ledger } from './send-load.ts';

const COMMON = { accept: 'application/json, text/plain, */*', 'accept-encoding': 'gzip' };

export function pickFrom<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** Whoever has a token. */
export type Caller = Pick<Account, 'access'>;

export function read({ access }: Caller, path: string): Call {
  return { method: 'GET', path, headers: { ...COMMON, authorization: `Bearer ${access}` } };
}

export function write({ access }: Caller, path: string, body: unknown): Call {
  const headers = { ...COMMON, authorization: `Bearer ${access}`, 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / PER_PAGE));
}

export const contactPage = (account: Caller, page = 1) =>
  read(account, `/api/promo/contacts/list?page=${page}`);

/** As phones without compression, and older benches, ask. */
export const plainContactPage = (account: Account) => uncompressed(contactPage(account));
export const plainBook = (account: Caller) => uncompressed(wholeBook(account));

function uncompressed(call: Call): Call {
  const { 'accept-encoding': _, ...headers } = call.headers;
  return { ...call, headers };
}

export const lastContactPage = (account: Account) => contactPage(account, lastPage(account.contactsTotal));

export const requestPage = (account: Caller, page = 1) =>
  write(account, `/api/promo/orders/getRequests?page=${page}`, { status: 'all' });

export const lastRequestPage = (account: Account) => requestPage(account, lastPage(account.requestsTotal));

export const wholeBook = (account: Caller) => read(account, '/api/promo/contacts/fullList');

/** With the tag that the phone has kept. */
export function unchangedBook(account: Caller, tag: string): Call {
  const { headers, ...call } = wholeBook(account);
  return { ...call, headers: { ...headers, 'if-none-match': tag } };
}

/** The tag that the phone would have kept from yesterday. `*` stands for any, so that the book itself need not come. */
export async function tagOf(origin: string, account: Caller): Promise<string> {
  const { path, headers } = unchangedBook(account, '*');
  const tag = (await fetch(origin + path, { headers })).headers.get('etag');
  if (!tag) throw new Error('a book has no tag');
  return tag;
}

export const whoAmI = (account: Account) => write(account, '/api/getUser', {});
export const districts = (account: Account) => read(account, '/api/promo/orders/basaDistrictList');
export const promoters = ({ moderator }: Accounts) =>
  read({ access: moderator }, '/api/promo/moderation/promoters');

/** What staff read: a list with its query. */
export const staffList = ({ moderator }: Accounts, path: `/${string}`) =>
  read({ access: moderator }, `/api/promo/moderation${path}`);

/** The figures of the firm, or of one promoter, over days that are both included; by promoter, or by day. */
export const staffStats = ({ moderator }: Accounts, path: '/stats' | '/stats/days', range: object) =>
  write({ access: moderator }, `/api/promo/moderation${path}`, { promoterId: -1, ...range });

function keyed(call: Call, key: string): Call {
  return { ...call, headers: { ...call.headers, 'idempotency-key': key } };
}

export function newOrder(account: Account, { district, work }: Accounts, key: string = randomUUID()): Call {
  const order = {
    type: 'basa',
    contact_id: pickFrom(account.contacts),
    district_id: district,
    work_id: work,
  };
  const where = { broken: 'Не включается', street: 'Садовая', house: '7', flat: '12' };
  return keyed(write(account, '/api/promo/orders/sendOrder', { ...order, ...where }), key);
}

export function newContact(account: Caller, key: string = randomUUID()): Call {
  const contact_phones = [{ full_phone: `7000${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}` }];
  const person = { first_name: 'Полина', last_name: 'Рябинина', comment: 'Звонить после 18:00' };
  return keyed(write(account, '/api/promo/contacts/save', { ...person, contact_phones }), key);
}

/** Notes in the ledger that it is on its way, and what is answered. */
export function counted(ledger: Ledger, call: Call): Call {
  const key = call.headers['idempotency-key'] ?? '';
  ledger.sent(key, call);
  return { ...call, heard: status => ledger.answered(key, status) };
}

/** The page's client, from its runtime configuration. */
export type Client = { client_id: string; client_secret: string };

export function token(client: Client, fields: Record<string, string>): Call {
  const body = new URLSearchParams({ ...client, scope: '', ...fields }).toString();
  const headers = { ...COMMON, 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', path: '/oauth/token', headers, body };
}

export const logIn = (client: Client, { email }: Pick<Account, 'email'>, password: string) =>
  token(client, { grant_type: 'password', username: email, password });

export const renew = (client: Client, refresh: string) =>
  token(client, { grant_type: 'refresh_token', refresh_token: refresh });
