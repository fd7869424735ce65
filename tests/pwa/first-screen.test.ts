import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deferred } from '#kit/deferred.ts';
import { themeFaults } from '#tests/journeys/support/accessibility.ts';
import { sharedBrowser } from '#tests/journeys/support/app.ts';
import { type DistServer, serveDist } from '#tests/pwa/dist-server.ts';
import { type Browser, DESKTOP, PHONE, uncaught } from '#tests/support/browser.ts';
import { brotliKib, loadedFiles } from '#tests/support/build.ts';

const FIRST_SCREEN_KIB = 138;

let server: DistServer;
let browser: Browser;

beforeAll(async () => {
  server = await serveDist();
  browser = await sharedBrowser();
});
afterAll(() => server.close());

/** Files of that name come once it is resolved. */
async function holdBack(page: Page, name: RegExp) {
  const held = deferred();
  await page.route(name, async route => {
    await held.promise;
    await route.continue();
  });
  return held;
}

describe('the first screen of a new phone', () => {
  it(`needs at most ${FIRST_SCREEN_KIB} KiB of scripts and styles`, async () => {
    const page = await browser.open('about:blank');
    // Asked for once the screen has been drawn.
    await holdBack(page, /\/(link|shell)-/);
    await page.goto(`${server.origin}/application/login`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const files = await loadedFiles(page);
    expect(files.length).toBeGreaterThan(1);
    expect(brotliKib(files)).toBeLessThanOrEqual(FIRST_SCREEN_KIB);
    await page.close();
  });

  it('says that it loads, before any of its code is there and until it has something to show', async () => {
    // A worker that an earlier page has left would answer in place of the network that is held back here.
    const context = await browser.context.browser()?.newContext({ serviceWorkers: 'block' });
    if (!context) throw new Error('the browser is gone');
    const page = await context.newPage();
    const packages = await holdBack(page, /\/packages-/);
    const screen = await holdBack(page, /\/sign-in-.*\.js/);
    const isAsked = page.waitForRequest(/\/sign-in-.*\.js/);
    await page.goto(`${server.origin}/application/login`, { waitUntil: 'commit' });
    const loading = page.getByText('Загружаем приложение');
    await loading.waitFor();
    packages.resolve();
    await isAsked;
    await loading.waitFor();
    screen.resolve();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await loading.isVisible()).toBe(false);
    await context.close();
  });

  it('says so when the browser lets it keep nothing', async () => {
    const page = await browser.context.newPage();
    await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
    await page.goto(`${server.origin}/application/login`);
    await page.getByRole('heading', { name: 'Нет доступа к хранилищу браузера' }).waitFor();
    // The screen says what it means for the user, the console what it was.
    expect(uncaught.splice(0)).toEqual([expect.stringContaining('DatabaseClosedError')]);
    await page.close();
  });

  it.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ])('can be used by everybody on %s, in both themes', async (_name, size) => {
    const page = await browser.open(`${server.origin}/application/login`, size);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await themeFaults(page, 'login')).toEqual([]);
    await page.close();
  });
});
