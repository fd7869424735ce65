/** New promoters save their contacts over HTTP, and every list is read. No table was analysed. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { DEMO, DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import { round } from '../figures.ts';
import type { Engine } from './engine.ts';
import * as requests from './requests.ts';
import type { Run } from './run-parts.ts';
import type { Call } from './send-load.ts';
import { type ServerUnderLoad, startUnderLoad } from './server-under-load.ts';
import { clientOf, FOLDER, LOG } from './setup.ts';

const SIZES = [10_000, 40_000];

/** Saves on their way at once. */
const AT_ONCE = 4;

/** Of so many answers the quickest counts: others may work on the machine. The first have no general plans yet. */
const TIMES = 20;

/** The book against itself after an ANALYZE. */
const RATIO_MAX = 1.2;

type Book = { contacts: number; savedS: number; ms: number; analysedMs: number; ratio: number; max: number };

/** `lists`: milliseconds of each, over all contacts; a promoter's are those of the larger book. */
export type FromEmpty = { books: Book[]; lists: Record<string, number> };

export async function runFromEmpty(engine: Engine): Promise<Pick<Run, 'wrong' | 'found'>> {
  mkdirSync(FOLDER, { recursive: true });
  const { grown, lists } = await onServer(engine, async server => {
    const staff = {
      moderator: await signIn(server, DEMO.moderator),
      admin: await signIn(server, DEMO.admin),
    };
    const grown: Grown[] = [];
    for (const contacts of SIZES) grown.push(await growBook(server, staff.moderator, contacts));
    const promoter = grown.at(-1)?.promoter ?? staff.admin;
    return { grown, lists: await readLists(server, { ...staff, promoter }) };
  });
  // Each time by a server that has just begun, so that only the statistics differ.
  const before = await onServer(engine, server => readBooks(server, grown));
  await engine.withData(db => db.execute(sql`analyze`));
  const after = await onServer(engine, server => readBooks(server, grown));
  const books = grown.map(({ contacts, savedS }, at) => {
    const [ms = Number.NaN, analysedMs = Number.NaN] = [before[at], after[at]];
    return { contacts, savedS, ms, analysedMs, ratio: round(ms / analysedMs), max: RATIO_MAX };
  });
  console.log(JSON.stringify({ books, lists }));
  return { found: { books, lists }, wrong: [] };
}

async function onServer<Value>(
  engine: Engine,
  work: (server: ServerUnderLoad) => Promise<Value>,
): Promise<Value> {
  const server = await startUnderLoad({ environment: engine.environment, log: LOG });
  return work(server).finally(server.stop);
}

async function readBooks(server: ServerUnderLoad, grown: readonly Grown[]): Promise<number[]> {
  const times: number[] = [];
  for (const { promoter } of grown) times.push(await quickest(server, requests.plainBook(promoter)));
  return times;
}

type Grown = Pick<Book, 'contacts' | 'savedS'> & { promoter: requests.Caller };

async function growBook(
  server: ServerUnderLoad,
  moderator: requests.Caller,
  contacts: number,
): Promise<Grown> {
  const email = `${randomUUID()}@from-empty.example`;
  const password = { password: DEMO_PASSWORD, password_confirmation: DEMO_PASSWORD };
  await ask(
    server,
    requests.write(moderator, '/api/promo/moderation/add', { name: 'Новый', email, ...password }),
  );
  const promoter = await signIn(server, email);
  const began = Date.now();
  let left = contacts;
  const save = async () => {
    while (left-- > 0) await ask(server, requests.newContact(promoter));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, save));
  const savedS = Math.round((Date.now() - began) / 1000);
  const { list } = JSON.parse(await ask(server, requests.plainBook(promoter))) as { list: unknown[] }; // our own answer
  if (list.length !== contacts) throw new Error(`${contacts} contacts saved, ${list.length} in the book`);
  return { promoter, contacts, savedS };
}

type Callers = Record<'promoter' | 'moderator' | 'admin', requests.Caller>;

async function readLists(server: ServerUnderLoad, { promoter, moderator, admin }: Callers) {
  const moderation = (path: string) => requests.read(moderator, `/api/promo/moderation${path}`);
  const stats = (path: string) =>
    requests.write(moderator, `/api/promo/moderation${path}`, { promoterId: -1 });
  const calls: Record<string, Call> = {
    'contacts, page 1': requests.contactPage(promoter),
    'contacts, last page': requests.contactPage(promoter, Math.ceil(Math.max(...SIZES) / 15)),
    'fullList, 304': requests.unchangedBook(promoter, await requests.tagOf(server.origin, promoter)),
    'requests, page 1': requests.requestPage(promoter),
    promoters: moderation('/promoters'),
    payouts: moderation('/payouts?state=all'),
    'payouts, searched': moderation(`/payouts?state=all&search=${encodeURIComponent('но')}`),
    'reports of all': moderation('/reports'),
    'reports of all, by what is unpaid': moderation('/reports?sortBy=unpaid'),
    statistics: stats('/stats'),
    'statistics by day': stats('/stats/days'),
    users: requests.read(admin, '/api/users/list'),
    'users, searched': requests.read(admin, `/api/users/search?search=${encodeURIComponent('но')}`),
    search: requests.read(admin, `/api/search?query=${encodeURIComponent('но')}`),
    receipts: requests.read(moderator, '/api/enter?page=1'),
    'write-offs': requests.read(moderator, '/api/loss?page=1'),
  };
  const lists: Record<string, number> = {};
  for (const [name, call] of Object.entries(calls)) lists[name] = await quickest(server, call);
  return lists;
}

export async function signIn(server: ServerUnderLoad, email: string): Promise<requests.Caller> {
  const call = requests.logIn(await clientOf(server.origin), { email }, DEMO_PASSWORD);
  const { access_token } = JSON.parse(await ask(server, call)) as { access_token: string }; // our own answer
  return { access: access_token };
}

/** In milliseconds, the body read too. */
async function quickest(server: ServerUnderLoad, call: Call): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time += 1) {
    const began = performance.now();
    await ask(server, call);
    best = Math.min(best, performance.now() - began);
  }
  return round(best);
}

async function ask({ origin }: ServerUnderLoad, { method, path, headers, body }: Call): Promise<string> {
  const answer = await fetch(origin + path, { method, headers, body: body ?? null });
  const text = await answer.text();
  if (answer.ok || answer.status === 304) return text;
  throw new Error(`${path} was answered ${answer.status}: ${text}`);
}
