import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import react from '@vitejs/plugin-react';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { listAllContacts } from '#contract/contacts.ts';
import { newProfile, PHONE, removeProfile, startChromium } from '#tests/support/browser.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { peopleOf } from './invented-book.ts';
import { openSignedIn } from './probes.ts';
import { FLOOR, openProxy, PEER, type ProxyServer } from './proxy.ts';

/** The sizes of a book. */
export const SIZES = [1_000, 10_000, 50_000] as const;
export type Size = (typeof SIZES)[number];

/** The size at which the peer stands beside the app. */
export const PEER_SIZE = 10_000;

/** A peer that has shown its list has written it to the device by then: it writes once a second. */
const PEER_KEEPS_MS = 4_000;

/** From its second start on a browser keeps what it has compiled: whoever has the app for a day is past that. */
const EARLIER_STARTS = 2;

/** The app has loaded all its screens by then. */
const REST_MS = 3_000;

/** How the name of the app's database begins that has the book. */
export const BOOK_DATABASE = 'promo-cache|';

/** The server, one browser profile, and on it one book of each size, ready to be used without a network. */
export type BenchSetup = {
  server: ServerProcess;
  profile: string;
  /** Where the app, the floor and the peer find the book of that size; the peer has that of `PEER_SIZE` only. */
  app: (size: Size, path: string) => string;
  floor: (size: Size, what?: 'list' | 'search') => string;
  peer: () => string;
  /** A further door, with what the server itself tells but for these answers. */
  openProxy: (answers?: Readonly<Record<string, unknown>>) => Promise<ProxyServer>;
  end: () => Promise<void>;
};

export async function openSetup(sizes: readonly Size[]): Promise<BenchSetup> {
  const built = mkdtempSync(join(tmpdir(), 'promo-bench-'));
  const [server] = await Promise.all([startServer(), buildOutbox(built), buildPeer(`${built}/peer`)]);
  const profile = newProfile();
  const proxies = new Map<Size, ProxyServer>();
  for (const size of sizes) {
    const answers = { [listAllContacts.path]: { list: peopleOf(size) } };
    proxies.set(size, await openProxy(server.origin, built, answers));
  }
  const databases = await fillBooks(profile, proxies);
  const origin = (size: Size) => proxies.get(size)?.origin ?? '';
  const setup: BenchSetup = {
    server,
    profile,
    app: (size, path) => `${origin(size)}/application${path}`,
    floor: (size, what = 'list') =>
      `${origin(size)}${FLOOR}book.html?${what}&db=${encodeURIComponent(databases.get(size) ?? '')}`,
    peer: () => origin(PEER_SIZE) + PEER,
    openProxy: answers => openProxy(server.origin, built, answers),
    async end() {
      for (const proxy of proxies.values()) await proxy.close();
      await server.remove();
      removeProfile(profile);
      rmSync(built, { recursive: true, force: true });
    },
  };
  const lists = sizes.flatMap(size => sidesOf(setup, size).map(({ url }) => url));
  const searches = sizes.map(size => setup.floor(size, 'search'));
  for (let start = 0; start < EARLIER_STARTS; start += 1) await startAll(profile, [...lists, ...searches]);
  return setup;
}

export type Side = { what: 'app' | 'floor' | 'peer'; url: string };

/** The list of a book, as the app shows it, the floor, and at one size the peer. */
export function sidesOf(setup: BenchSetup, size: Size): Side[] {
  const sides: Side[] = [
    { what: 'app', url: setup.app(size, '/promo/contacts') },
    { what: 'floor', url: setup.floor(size) },
  ];
  return size === PEER_SIZE ? [...sides, { what: 'peer', url: setup.peer() }] : sides;
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
    const page = await openSignedIn(browser, { origin: proxy.origin, path: '/promo', email: DEMO.promoter });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    databases.set(size, await databaseOf(page));
    // The screens of the measurements once with a network, so that a first visit is not what is measured.
    await page.goto(`${proxy.origin}/application/promo/contacts`);
    await page.getByRole('article').first().waitFor();
    await keepFloor(page, `${proxy.origin}${FLOOR}`);
    if (size === PEER_SIZE) await keepPeer(page, proxy.origin + PEER);
    await page.close();
    await proxy.goOffline();
  }
  await browser.close();
  return databases;
}

async function databaseOf(page: Page): Promise<string> {
  const databases = await page.evaluate(() => indexedDB.databases());
  const found = databases.find(({ name }) => name?.startsWith(BOOK_DATABASE));
  if (!found?.name) throw new Error('No book on the device');
  return found.name;
}

async function keepFloor(page: Page, floor: string): Promise<void> {
  await page.goto(`${floor}book.html?db=none`);
  await page.evaluate(async () => {
    const { ready } = navigator.serviceWorker;
    await navigator.serviceWorker.register('worker.js', { type: 'classic' });
    await ready;
  });
}

async function keepPeer(page: Page, peer: string): Promise<void> {
  await page.goto(peer);
  await page.locator('article').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await pause(PEER_KEEPS_MS);
}

/** Starts every page once, without a network. */
async function startAll(profile: string, pages: readonly string[]): Promise<void> {
  if (pages.length === 0) return;
  const browser = await startChromium(profile);
  try {
    for (const address of pages) {
      const page = await browser.open(address, PHONE);
      await page.locator('article, [data-ready]').first().waitFor();
    }
    await pause(REST_MS);
  } finally {
    await browser.close();
  }
}

/** Bundles the real outbox for a page of ours, with nothing of the screens. */
async function buildOutbox(outDir: string): Promise<void> {
  const entry = 'tests/bench/page-outbox.ts';
  const lib = { entry, formats: ['es' as const], fileName: () => 'outbox.js' };
  await build({ configFile: false, logLevel: 'error', publicDir: false, build: { outDir, lib } });
}

/** Builds the peer as its team would: with the same React, and a worker that keeps its files. */
async function buildPeer(outDir: string): Promise<void> {
  const pwa = VitePWA({ injectRegister: false, manifest: false, workbox: { cacheId: 'peer' } });
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    root: 'tests/bench/peer',
    base: PEER,
    plugins: [react(), pwa],
    build: { outDir, emptyOutDir: true },
  });
}
