import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { type Browser, newProfile, removeProfile, startChromium } from '#tests/support/browser.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { buildOutbox } from './build-outbox.ts';
import { FLOOR, type Front, openFront } from './front.ts';
import { peopleOf } from './people.ts';

const PULL_MS = 180_000;

/** The sizes of a book. */
export const SIZES = [1_000, 10_000, 50_000] as const;
export type Size = (typeof SIZES)[number];

/** A processor as it is, and a cheap phone's. */
export const RATES = [1, 4] as const;

/** What is looked at where a page is opened for each run: growth on a cheap phone, and a fast one at its worst. */
export const TYPED_AT: readonly { size: Size; rate: number }[] = [
  ...SIZES.map(size => ({ size, rate: 4 })),
  { size: 50_000, rate: 1 },
];

/** The server, one browser profile, and on it one book of each size, ready to be used without a network. */
export type BenchStage = {
  server: ServerProcess;
  profile: string;
  /** Where the app and the floor find the book of that size. */
  app: (size: Size, path: string) => string;
  floor: (size: Size, page: string) => string;
  fronts: ReadonlyMap<Size, Front>;
  /** A further door, with the server's own book. */
  openPlainFront: () => Promise<Front>;
  end: () => Promise<void>;
};

export async function raiseBenchStage(sizes: readonly Size[]): Promise<BenchStage> {
  const built = mkdtempSync(join(tmpdir(), 'promo-bench-'));
  const [server] = await Promise.all([startServer(), buildOutbox(built)]);
  const profile = newProfile();
  const fronts = new Map<Size, Front>();
  for (const size of sizes)
    fronts.set(size, await openFront(server.origin, { people: peopleOf(size), built }));
  const databases = await fillBooks(profile, fronts);
  const origin = (size: Size) => fronts.get(size)?.origin ?? '';
  return {
    ...{ server, profile, fronts },
    app: (size, path) => `${origin(size)}/application${path}`,
    floor: (size, page) =>
      `${origin(size)}${FLOOR}${page}?db=${encodeURIComponent(databases.get(size) ?? '')}`,
    openPlainFront: () => openFront(server.origin, { built }),
    async end() {
      for (const front of fronts.values()) await front.goOffline();
      await server.remove();
      removeProfile(profile);
      rmSync(built, { recursive: true, force: true });
    },
  };
}

/** Signs in at each door and lets the app itself pull its book: its own rows, whatever they look like. */
async function fillBooks(profile: string, fronts: ReadonlyMap<Size, Front>): Promise<Map<Size, string>> {
  const databases = new Map<Size, string>();
  if (fronts.size === 0) return databases;
  const browser = await startChromium(profile);
  for (const [size, front] of fronts) {
    const page = await browser.open(`${front.origin}/application/login?redirect=/promo`);
    page.setDefaultTimeout(PULL_MS);
    await signIn(page, DEMO.novice);
    await page.getByText('Готово к работе без связи', { exact: true }).first().waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    databases.set(size, await databaseOf(page));
    // The screens of the measurements once with a network, so that a first visit is not what is measured.
    await page.goto(`${front.origin}/application/promo/contacts`);
    await page.getByRole('article').first().waitFor();
    await keepFloor(page, `${front.origin}${FLOOR}`);
    await page.close();
    await front.goOffline();
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

/** A tab whose processor is slowed down and which is told that there is no network. */
export async function openSlowTab(browser: Browser, rate: number): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await browser.open('about:blank');
  const cdp = await browser.cdp(page);
  await cdp.send('Network.emulateNetworkConditions', {
    ...{ offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  return { page, cdp };
}
