import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { listAllContacts } from '#contract/contacts.ts';
import { newProfile, removeProfile, startChromium } from '#tests/support/browser.ts';
import { contentTypeOf } from '#tests/support/build.ts';
import { listenSwitchable } from '#tests/support/fault-proxy.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { openSignedIn } from './probes.ts';

/** The sizes of a book. */
export const SIZES = [1_000, 10_000, 50_000] as const;
export type Size = (typeof SIZES)[number];

/** The server, one browser profile, and on it one book of each size, ready to be used without a network. */
export type BenchSetup = {
  server: ServerProcess;
  profile: string;
  /** Where the app and the floor find the book of that size. */
  app: (size: Size, path: string) => string;
  floor: (size: Size, what?: 'list' | 'search') => string;
  /** A further door, with the server's own book. */
  openPlainProxy: () => Promise<ProxyServer>;
  end: () => Promise<void>;
};

export async function openSetup(sizes: readonly Size[]): Promise<BenchSetup> {
  const built = mkdtempSync(join(tmpdir(), 'promo-bench-'));
  const [server] = await Promise.all([startServer(), buildOutbox(built)]);
  const profile = newProfile();
  const proxies = new Map<Size, ProxyServer>();
  for (const size of sizes) proxies.set(size, await openProxy(server.origin, built, peopleOf(size)));
  const databases = await fillBooks(profile, proxies);
  const origin = (size: Size) => proxies.get(size)?.origin ?? '';
  return {
    server,
    profile,
    app: (size, path) => `${origin(size)}/application${path}`,
    floor: (size, what = 'list') =>
      `${origin(size)}${FLOOR}book.html?${what}&db=${encodeURIComponent(databases.get(size) ?? '')}`,
    openPlainProxy: () => openProxy(server.origin, built),
    async end() {
      for (const proxy of proxies.values()) await proxy.close();
      await server.remove();
      removeProfile(profile);
      rmSync(built, { recursive: true, force: true });
    },
  };
}

/** Signs in at each door and lets the app itself pull its book: its own rows, whatever they look like. */
async function fillBooks(
  profile: string,
  proxies: ReadonlyMap<Size, ProxyServer>,
): Promise<Map<Size, string>> {
  const databases = new Map<Size, string>();
  if (proxies.size === 0) return databases;
  const browser = await startChromium(profile);
  for (const [size, proxy] of proxies) {
    const page = await openSignedIn(browser, { origin: proxy.origin, path: '/promo', email: DEMO.novice });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    databases.set(size, await databaseOf(page));
    // The screens of the measurements once with a network, so that a first visit is not what is measured.
    await page.goto(`${proxy.origin}/application/promo/contacts`);
    await page.getByRole('article').first().waitFor();
    await keepFloor(page, `${proxy.origin}${FLOOR}`);
    await page.close();
    await proxy.goOffline();
  }
  await browser.close();
  return databases;
}

async function databaseOf(page: Page): Promise<string> {
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
  const found = names.find(name => name.startsWith('promo-cache|'));
  if (!found) throw new Error(`No book on the device, only ${names.join(', ')}`);
  return found;
}

async function keepFloor(page: Page, floor: string): Promise<void> {
  await page.goto(`${floor}book.html?db=none`);
  await page.evaluate(async () => {
    const { ready } = navigator.serviceWorker;
    await navigator.serviceWorker.register('worker.js', { type: 'classic' });
    await ready;
  });
}

/** Bundles the real outbox for a page of ours, with nothing of the screens. */
async function buildOutbox(outDir: string): Promise<void> {
  const entry = 'tests/bench/page-outbox.ts';
  const lib = { entry, formats: ['es' as const], fileName: () => 'outbox.js' };
  await build({ configFile: false, logLevel: 'error', publicDir: false, build: { outDir, lib } });
}

/** Where our own pages are; the app's worker does not reach them. */
export const FLOOR = '/floor/';

/**
 * A door of its own in front of the server: its port is an origin, with its own book on the device. It also
 * serves our own pages, and tells a book of any size where `people` is given.
 */
export type ProxyServer = Awaited<ReturnType<typeof listenSwitchable>>;

async function openProxy(target: string, built: string, people?: unknown[]): Promise<ProxyServer> {
  const book = people && JSON.stringify({ list: people });
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', target);
    if (pathname.startsWith(FLOOR)) return sendOwn(pathname.slice(FLOOR.length), built, outgoing);
    if (book && pathname === listAllContacts.path) return sendJson(book, outgoing);
    handOn(target, agent, incoming, outgoing);
  });
  return listenSwitchable(server);
}

function sendOwn(name: string, built: string, outgoing: ServerResponse): void {
  const folder = name === 'outbox.js' ? built : 'tests/bench/floor';
  outgoing.writeHead(200, { 'content-type': contentTypeOf(name) }).end(readFileSync(`${folder}/${name}`));
}

function sendJson(text: string, outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

function handOn(target: string, agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url } = incoming;
  const forwarded = request(new URL(url ?? '/', target), { method, headers, agent }, answer => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  // The server or the page has gone: for the other one that is a broken connection.
  forwarded.on('error', () => outgoing.destroy());
  incoming.on('error', () => forwarded.destroy());
  incoming.pipe(forwarded);
}

const NEWEST = Date.parse('2026-11-20T09:00:00Z');
const STEP_MS = 7 * 60_000;

const FIRST = 'Анна Борис Вера Глеб Дарья Егор Жанна Иван Клара Лев Марина'.split(' ');
const LAST = 'Алёшина Быков Власова Гусев Дёмина Ершов Зимина Ильин Козлова Орлов'.split(' ');
const COMMENT = ['третий подъезд', 'звонить вечером', 'стиральная машина', 'просила счёт', 'кухня течёт', ''];

/** Who is searched for: no other text has this letter, so that each further letter finds fewer. */
const WANTED = Object.entries({ Щеглов: 20, Щусев: 10, Щукарев: 6, Щукин: 4 }).flatMap(([name, times]) =>
  Array<string>(times).fill(name),
);

/** What is typed, and how many contacts each letter leaves. */
export const KEYSTROKES = Object.entries({ щ: 40, у: 20, к: 10, и: 4 }).map(([key, found]) => ({
  key,
  found,
}));

/** The common letter: the most that a search shows. */
export const COMMON = { key: 'а', found: 50 } as const;

/** A book of that many contacts as the server tells it, newest first. The wanted are spread evenly over it. */
function peopleOf(size: number): unknown[] {
  const step = Math.floor(size / WANTED.length);
  return Array.from({ length: size }, (_, at) => personAt(at, size - at, wantedAt(at, step)));
}

function wantedAt(at: number, step: number): string | undefined {
  return at % step === step - 1 ? WANTED[(at + 1) / step - 1] : undefined;
}

function personAt(at: number, id: number, wanted: string | undefined) {
  const phones = at % 4 === 0 ? [id, id + 500_000] : [id];
  return {
    id,
    first_name: pick(FIRST, at * 7),
    last_name: wanted ?? pick(LAST, at * 3 + 1),
    comment: pick(COMMENT, at * 5),
    created_at: new Date(NEWEST - at * STEP_MS).toISOString(),
    contact_phones: phones.map(phone => ({ id: phone, full_phone: `7000${String(phone).padStart(7, '0')}` })),
  };
}

function pick(words: readonly string[], at: number): string {
  return words[at % words.length] ?? '';
}
