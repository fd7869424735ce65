import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharedBrowser } from '#tests/journeys/support/app.ts';
import { BASE, type DistServer } from '#tests/pwa/dist-server.ts';
import { type NextVersion, seedNextVersion } from '#tests/pwa/next-version.ts';
import { askIn, controlled, keptPaths, openOwnOrigin } from '#tests/pwa/own-origin.ts';
import { WRONG_ANSWERS } from '#tests/pwa/wrong-answers.ts';
import { attacked } from '#tests/support/attacks.ts';
import { builtFiles, readBuilt } from '#tests/support/build.ts';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';

const LOGIN = `${BASE}login`;

/** What the worker before this one called its caches; it kept what came. */
const FORMER = { precache: 'workbox-precache-v2-', firstUse: 'first-use' };

let server: DistServer;
let proxy: FaultProxy;
let page: Page;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ server, proxy, page, close } = await openOwnOrigin(LOGIN));
});
afterEach(() => close());

/** Asks for a new version, and says what became of its installation. */
async function update(): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const ended = new Promise<string>(resolve => {
      registration.addEventListener('updatefound', () => {
        const { installing } = registration;
        installing?.addEventListener('statechange', () => resolve(installing.state), { once: true });
      });
    });
    await registration.update();
    return ended;
  });
}

/** The entry script of the page that is shown, once the page is there. */
async function entryShown(): Promise<string> {
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  return page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');
}

describe('one wrong answer during an update', () => {
  it.each(['index', 'entry', 'chunk', 'drainer'] as (keyof NextVersion)[])(
    'of the %s leaves the version that is there, with and without a network, and the next try installs',
    async file => {
      await controlled(page);
      const before = await entryShown();
      const next = seedNextVersion(server);
      for (const [name, poison] of Object.entries(WRONG_ANSWERS)) {
        server.poison(next[file], poison);
        expect([name, await update()]).toEqual([name, 'redundant']);
        attacked('poisoned file');
        server.heal();
      }
      expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBe(null);
      await page.reload();
      expect(await entryShown()).toBe(before);
      await proxy.goOffline();
      await page.reload();
      expect(await entryShown()).toBe(before);
      await proxy.goOnline();
      // The wrong answers were sent with a year to live, and the browser has kept the last of them.
      expect(await update()).toBe('installed');
    },
  );

  it('that comes only when the drainer is imported is seen by what was imported', async () => {
    await controlled(page);
    const { drainer } = seedNextVersion(server);
    for (const [name, poison] of Object.entries(WRONG_ANSWERS)) {
      let answers = 0;
      // The fetch before it gets the file itself, which nothing may keep.
      server.poison(drainer, file => (answers++ === 0 ? null : poison(file)));
      expect([name, await update()]).toEqual([name, 'redundant']);
      expect(answers).toBeGreaterThan(1);
      attacked('poisoned file');
      server.heal();
    }
    expect(await update()).toBe('installed');
  });
});

describe("an administrator's chunk", () => {
  const chunk = BASE + builtFiles().find(file => /^assets\/admin-users-screen-[\w-]+\.js$/.test(file));

  it('is not kept when something else comes in its place, and is from the next answer on', async () => {
    await controlled(page);
    for (const [name, poison] of Object.entries(WRONG_ANSWERS)) {
      server.poison(chunk, poison);
      expect([name, await askIn(page, chunk)]).toEqual([name, 'failed']);
      attacked('poisoned file');
      server.heal();
    }
    expect(await keptPaths(page)).not.toContain(chunk);
    const whole = `200 ${readBuilt(chunk.slice(BASE.length))}`;
    expect(await askIn(page, chunk)).toBe(whole);
    await proxy.goOffline();
    expect(await askIn(page, chunk)).toBe(whole);
  });

  it('is not kept without the list of digests, and the list not without its own', async () => {
    await controlled(page);
    const list = BASE + builtFiles().find(file => /^assets\/first-use-[\w-]+\.json$/.test(file));
    for (const [name, poison] of Object.entries(WRONG_ANSWERS)) {
      server.poison(list, poison);
      expect([name, await askIn(page, chunk)]).toEqual([name, 'failed']);
      attacked('poisoned file');
      server.heal();
    }
    expect((await keptPaths(page)).filter(path => path === list || path === chunk)).toEqual([]);
    expect(await askIn(page, chunk)).toContain('200 ');
  });

  it('of another version is passed on and not kept', async () => {
    await controlled(page);
    const other = `${BASE}assets/admin-users-abcd1234.js`;
    server.seed(other, { type: 'text/javascript', body: 'export const users = 1;' });
    expect(await askIn(page, other)).toBe('200 export const users = 1;');
    expect(await keptPaths(page)).not.toContain(other);
  });
});

describe('a phone that the former worker has poisoned', () => {
  it('is well after one update, and nothing of the former caches is left', async () => {
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.unregister();
      for (const name of await caches.keys()) await caches.delete(name);
    });
    // It answers from what it has, as Workbox does, whatever that is.
    const former = `
      addEventListener('install', () => skipWaiting());
      addEventListener('activate', event => event.waitUntil(clients.claim()));
      addEventListener('fetch', event => event.respondWith(
        caches.match(event.request.mode === 'navigate' ? '${BASE}index.html' : event.request, { ignoreSearch: true })
          .then(kept => kept ?? fetch(event.request))));`;
    server.seed(`${BASE}sw.js`, { type: 'text/javascript', body: former });
    await page.reload();
    await controlled(page);
    const entry = new URL(await entryShown()).pathname;
    const text = readBuilt('index.html')
      .toString()
      .replace(/<script defer.*/, '');
    const wrong = { entry, index: `${BASE}index.html`, text, ...FORMER };
    await page.evaluate(async ({ entry, index, text, precache, firstUse }) => {
      const shell = await caches.open(`${precache}${location.origin}/application/`);
      const headers = { 'content-type': 'text/html' };
      await shell.put(`${index}?__WB_REVISION__=1`, new Response(text, { headers }));
      await shell.put(entry, new Response('<title>Wi-Fi</title>', { headers }));
      await (await caches.open(firstUse)).put('/application/assets/admin-x-12345678.js', new Response(''));
    }, wrong);
    await page.reload();
    await page.waitForFunction(() => document.readyState === 'complete');
    expect(await page.locator('#root').innerHTML()).toBe('');

    server.seed(`${BASE}sw.js`, { type: 'text/javascript', body: readBuilt('sw.js') });
    expect(await update()).toBe('installed');
    expect(await page.evaluate(() => caches.keys())).toContain(`${FORMER.precache}${proxy.origin}${BASE}`);
    // Closed and opened again, as by any user whose page stays blank.
    const { context } = await sharedBrowser();
    const closed = page;
    page = await context.newPage();
    await page.goto(`${proxy.origin}/api/ping`);
    await closed.close();
    // The browser takes a moment to hand over to the worker that waits.
    await page.waitForFunction(async scope => {
      const registration = await navigator.serviceWorker.getRegistration(scope);
      return registration?.active && !registration.waiting;
    }, BASE);
    await page.goto(`${proxy.origin}${LOGIN}`);
    await entryShown();
    await controlled(page);
    await proxy.goOffline();
    await page.reload();
    await entryShown();
    // The browser may still be activating the new worker when that already answers.
    const readFormer = async () =>
      (await page.evaluate(() => caches.keys())).filter(
        name => name === FORMER.firstUse || name.startsWith(FORMER.precache),
      );
    await expect.poll(readFormer, { timeout: 10_000 }).toEqual([]);
    attacked('poisoned file');
  });
});
