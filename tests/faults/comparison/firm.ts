import { get, set } from 'idb-keyval';
import * as v from 'valibot';
import { listAllContacts, saveContact } from '#contract/contacts.ts';
import { basaDistrictList, basaWorkList, sendOrder } from '#contract/orders.ts';
import { obtainToken } from '#contract/session.ts';
import type { Thing } from '../nemesis/contender.ts';

/** The firm's API as a page without an outbox calls it: a token, one refresh after a 401, an error for the rest. */

const Tokens = v.object({ access_token: v.string(), refresh_token: v.string() });
type Tokens = v.InferOutput<typeof Tokens>;

const Leaf = v.object({ id: v.number() });
const Branch = v.object({ id: v.number(), children: v.optional(v.array(Leaf)) });
const Book = v.object({ list: v.pipe(v.array(Branch), v.minLength(1)) });

/** What an order needs beside the user's words. */
type Choices = { contact_id: number; district_id: number; work_id: number };

/** A request as both builds keep it: plain data. */
export type Command = { path: string; body: Record<string, unknown>; key: string | null };

/** Signs in, and fetches what orders are made of, so that they can be saved without a network. */
export async function signIn(username: string, password: string): Promise<void> {
  await set('identity', { username, password });
  await logIn();
  const contact_id = await firstOf(listAllContacts.path);
  const district_id = await firstOf(basaDistrictList.path);
  const work_id = await firstOf(basaWorkList.path);
  await set('choices', { contact_id, district_id, work_id } satisfies Choices);
}

/** The request that a form would send. The key is made once for each save. */
export async function commandOf({ kind, marker }: Thing, keyed: boolean): Promise<Command> {
  const key = keyed ? crypto.randomUUID() : null;
  if (kind === 'contact.create') {
    const phone = `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
    const body = { first_name: marker, contact_phones: [{ full_phone: phone }] };
    return { path: saveContact.path, body, key };
  }
  const choices = await get<Choices>('choices');
  if (!choices) throw new Error('Nobody has signed in here');
  return { path: sendOrder.path, body: { type: 'basa', ...choices, broken: marker, street: 'Лесная' }, key };
}

/** Sends it as the user who is signed in. */
export async function send({ path, body, key }: Command): Promise<unknown> {
  return ask(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
  });
}

/** JSON with a good status, or an error. A 401 is tried once more with a fresh token. */
export async function ask(path: string, init: RequestInit): Promise<unknown> {
  const first = await fetchWithToken(path, init);
  if (first.status !== 401) return read(first);
  await refresh();
  return read(await fetchWithToken(path, init));
}

async function fetchWithToken(path: string, init: RequestInit): Promise<Response> {
  const tokens = await get<Tokens>('tokens');
  const headers = { ...init.headers, authorization: `Bearer ${tokens?.access_token}` };
  return fetch(path, { ...init, headers });
}

async function read(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
  return answer.json();
}

let refreshing: Promise<void> | null = null;

/** One refresh for all that wait for it. When it is refused, the user is there and signs in again at once. */
function refresh(): Promise<void> {
  refreshing ??= exchange().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function exchange(): Promise<void> {
  const tokens = await get<Tokens>('tokens');
  const answer = await askForTokens({
    grant_type: 'refresh_token',
    refresh_token: tokens?.refresh_token ?? '',
  });
  if (answer.status === 400 || answer.status === 401) return logIn();
  await keepTokens(answer);
}

async function logIn(): Promise<void> {
  const identity = await get<{ username: string; password: string }>('identity');
  await keepTokens(await askForTokens({ grant_type: 'password', ...identity }));
}

async function askForTokens(grant: Record<string, string>): Promise<Response> {
  const client = (await get<Record<string, string>>('client')) ?? (await fetchClient());
  return fetch(obtainToken.path, {
    method: 'POST',
    body: new URLSearchParams({ ...grant, ...client, scope: '' }),
  });
}

async function keepTokens(answer: Response): Promise<void> {
  await set('tokens', v.parse(Tokens, await read(answer)));
}

async function fetchClient(): Promise<Record<string, string>> {
  const Config = v.object({ clientId: v.string(), clientSecret: v.string() });
  const { clientId, clientSecret } = v.parse(Config, await read(await fetch('/application/config.json')));
  const client = { client_id: clientId, client_secret: clientSecret };
  await set('client', client);
  return client;
}

async function firstOf(path: string): Promise<number> {
  const [first] = v.parse(Book, await ask(path, {})).list;
  const leaf = first?.children?.[0] ?? first;
  if (!leaf) throw new Error(`${path} offers nothing`);
  return leaf.id;
}
