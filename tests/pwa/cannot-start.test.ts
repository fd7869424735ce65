import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entry } from '#storage/outbox-db.ts';
import { readEntries } from '#sync/entries-file.ts';
import { themeFaults } from '#tests/journeys/support/accessibility.ts';
import { button, sharedBrowser } from '#tests/journeys/support/app.ts';
import { BASE, type DistServer, serveDist } from '#tests/pwa/dist-server.ts';
import { controlled, openOwnOrigin, registerForOrigin } from '#tests/pwa/own-origin.ts';
import { WRONG_ANSWERS } from '#tests/pwa/wrong-answers.ts';
import { attacked } from '#tests/support/attacks.ts';
import { uncaught } from '#tests/support/browser.ts';
import { builtFiles } from '#tests/support/build.ts';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';

const LOGIN = `${BASE}login`;
const OWNER = { apiOrigin: '', userId: 5 };
const UNPROVEN = 'Восстановить сейчас нельзя: сервер не отвечает, или сеть подменяет файлы приложения.';
const HELPED_NOT = 'Файлы приложения загружены заново, но это не помогло. Сообщите администратору.';

const nameOf = (pattern: RegExp) => BASE + builtFiles().find(file => pattern.test(file));
const ENTRY = nameOf(/^assets\/index-[\w-]{8}\.js$/);
const PACKAGES = nameOf(/^assets\/packages-[\w-]{8}\.js$/);
const SCREEN = nameOf(/^assets\/sign-in-[\w-]{8}\.js$/);

let server: DistServer;
let proxy: FaultProxy;
let page: Page;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ server, proxy, page, close } = await openOwnOrigin(LOGIN));
});
afterEach(async () => {
  await close();
  // Each of these pages says on the console, too, why it did not start.
  uncaught.splice(0);
});

async function appIsThere(): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
}

/** The app as it is once it was opened, with somebody's work and another one's in it. */
async function openWithWork(): Promise<void> {
  await appIsThere();
  await controlled(page);
  await page.evaluate(
    async rows => {
      const opening = indexedDB.open('promo-outbox');
      await new Promise(resolve => opening.addEventListener('success', resolve));
      const stores = opening.result.transaction(['entries', 'control'], 'readwrite');
      for (const row of rows.entries) stores.objectStore('entries').add(row);
      stores.objectStore('control').put(rows.session);
      await new Promise(resolve => stores.addEventListener('complete', resolve));
      opening.result.close();
    },
    {
      entries: [
        entryOf('11111111-1111-4111-8111-111111111111', 5),
        entryOf('22222222-2222-4222-8222-222222222222', 6),
      ],
      session: { name: 'session', value: { revision: 9, state: { subject: 5, isLoggedIn: false } } },
    },
  );
}

function entryOf(id: string, userId: number): Omit<Entry, 'seq'> {
  const owner = { apiOrigin: '', userId };
  return {
    id,
    owner,
    ownerKey: `|${userId}`,
    kind: 'contact.create',
    v: 1,
    aggregate: `contact:${id}`,
    refs: [],
    payload: null,
    base: null,
    key: id,
    hash: 'none',
    state: 'queued',
    attempts: 0,
    attemptId: '',
    firstAt: 1,
    lastAt: 0,
    nextAt: 0,
    question: null,
    absentAt: 0,
    error: null,
    doneAt: 0,
    settledTick: 0,
    serverId: null,
    code: '',
  };
}

/** What the device has of that file is something else from now on. */
async function spoilKept(path: string, type = 'text/html', body = '<title>Wi-Fi</title>'): Promise<void> {
  await page.evaluate(
    async wrong => {
      const answer = new Response(wrong.body, { headers: { 'content-type': wrong.type } });
      await (await caches.open('precache-v3')).put(wrong.path, answer);
    },
    { path, type, body },
  );
}

/** Caches, databases and workers by name, and how many entries wait. */
async function device(): Promise<unknown> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('promo-outbox');
    await new Promise(resolve => opening.addEventListener('success', resolve));
    const counting = opening.result.transaction('entries').objectStore('entries').count();
    await new Promise(resolve => counting.addEventListener('success', resolve));
    opening.result.close();
    const registered = await navigator.serviceWorker.getRegistration();
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return { caches: await caches.keys(), databases, waits: counting.result, worker: !!registered };
  });
}

describe('a page that cannot start', () => {
  // A script with one byte changed may well start: it is the worker that keeps none.
  const received = Object.entries(WRONG_ANSWERS).filter(([name]) => name !== 'one byte changed');
  it.each(received)('by its entry script (%s) repairs itself', async (_name, poison) => {
    await openWithWork();
    const { type, body } = poison({ type: 'text/javascript', body: 'export const x = 1;;;' }) ?? {
      type: '',
      body: '',
    };
    const before = await device();
    await spoilKept(ENTRY, type, body.toString());
    await page.reload();
    await appIsThere();
    await controlled(page);
    expect(await device()).toEqual(before);
    await proxy.goOffline();
    await page.reload();
    await appIsThere();
    attacked('poisoned file');
  });

  it('by a file that the entry needs repairs itself', async () => {
    await openWithWork();
    await spoilKept(PACKAGES);
    await page.reload();
    await appIsThere();
    attacked('poisoned file');
  });

  it('by a screen that is outside of every other one repairs itself', async () => {
    await openWithWork();
    await spoilKept(SCREEN);
    await page.reload();
    await appIsThere();
  });

  it.each([
    ['alone', null],
    ['beside a worker of the whole origin', "addEventListener('push', () => {})"],
  ])("by the browser's own copy, kept for a year, repairs itself %s", async (_name, worker) => {
    const fresh = await serveDist();
    const poison = WRONG_ANSWERS.html ?? (() => null);
    fresh.poison(ENTRY, poison);
    fresh.poison(`${BASE}sw.js`, poison);
    const other = await (await sharedBrowser()).open(`${fresh.origin}/api/ping`);
    if (worker !== null) await registerForOrigin(fresh, other, worker);
    await other.goto(`${fresh.origin}${LOGIN}`);
    await other.getByText(UNPROVEN).waitFor();
    fresh.heal();
    await other.reload();
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    await other.close();
    await fresh.close();
  });

  it('offers without a network the file of what its owner has not sent, and drops nothing', async () => {
    await openWithWork();
    const before = await device();
    await spoilKept(ENTRY);
    await proxy.goOffline();
    await page.reload();
    await page.getByRole('alert').getByText(UNPROVEN).waitFor();
    const downloading = page.waitForEvent('download');
    await button(page, 'Сохранить неотправленное в файл (1)').click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    expect(text).not.toContain('22222222');
    const file = readEntries(text, proxy.origin, OWNER);
    expect(file).toMatchObject({ ok: true, value: { owner: OWNER, pairs: [] } });
    expect(await device()).toEqual(before);

    await proxy.goOnline();
    await button(page, 'Восстановить').click();
    await appIsThere();
  });

  it.each([
    ['answers everything', /./],
    ['answers the worker', `${BASE}sw.js`],
    ['answers the index', `${BASE}index.html`],
    ['answers the entry script', ENTRY],
    ['answers a file that the entry needs', PACKAGES],
  ])('drops nothing while a portal %s with its own', async (_name, path) => {
    await openWithWork();
    const before = await device();
    await spoilKept(ENTRY);
    for (const [name, poison] of Object.entries(WRONG_ANSWERS)) {
      // The worker's own text has no digest: what is read in it are those of the others.
      if (path === `${BASE}sw.js` && name === 'one byte changed') continue;
      server.poison(path, poison);
      await page.reload();
      await page.getByText(UNPROVEN).waitFor();
      server.heal();
      expect(await device()).toEqual(before);
      attacked('poisoned file');
    }
  });

  it('tries it once: what has not helped is not done again by itself', async () => {
    await openWithWork();
    await spoilKept(SCREEN);
    // The app's own reload over a lost chunk has been, else it would come between.
    await page.evaluate(() => sessionStorage.setItem('reloaded-at', String(Date.now())));
    // Not named by the index, so not among what has to match, and wrong at each answer.
    server.poison(SCREEN, WRONG_ANSWERS.html ?? (() => null));
    await page.reload();
    await page.getByText(HELPED_NOT).waitFor();
    const asked = server.asked(`${BASE}index.html`);
    await page.reload();
    await page.getByText(HELPED_NOT).waitFor();
    expect(server.asked(`${BASE}index.html`)).toBe(asked);
    server.heal();
    await button(page, 'Восстановить').click();
    await appIsThere();
  });

  it('drops nothing where the browser keeps no mark of it, by which it knows not to begin again', async () => {
    await openWithWork();
    const before = await device();
    await spoilKept(ENTRY);
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('', 'QuotaExceededError');
      };
    });
    await page.reload();
    await page.getByText(/браузер не дает ничего сохранить/).waitFor();
    expect(await device()).toEqual(before);
  });

  it('can be used by everybody, in both themes', async () => {
    await openWithWork();
    await spoilKept(ENTRY);
    await proxy.goOffline();
    await page.reload();
    await button(page, 'Сохранить неотправленное в файл (1)').waitFor();
    expect(await themeFaults(page, 'cannot-start')).toEqual([]);
  });
});
