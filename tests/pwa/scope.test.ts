import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharedBrowser } from '#tests/journeys/support/app.ts';
import { BASE, type DistServer } from '#tests/pwa/dist-server.ts';
import { controlled, keptPaths, openOwnOrigin, registerForOrigin } from '#tests/pwa/own-origin.ts';
import { readBuilt } from '#tests/support/build.ts';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';

const WORKER = `${BASE}sw.js`;
const WIDE = '/application';
const NEIGHBOUR = '/applicationX/index';

let server: DistServer;
let proxy: FaultProxy;
let page: Page;
let close: () => Promise<void>;

async function open(allowed: string | null): Promise<void> {
  ({ server, proxy, page, close } = await openOwnOrigin('/api/ping'));
  server.allowScope(allowed);
  server.seed(NEIGHBOUR, { type: 'text/html', body: '<title>a neighbour</title>' });
  await page.goto(`${proxy.origin}${BASE}login`);
  await controlled(page);
}

/** The scopes of this origin's registrations, as paths. */
const scopes = (of = page) =>
  of.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  );

const controllingScript = () =>
  page.evaluate(() => new URL(navigator.serviceWorker.controller?.scriptURL ?? '', location.href).pathname);

const servedByActive = (of: Page) =>
  of.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.ready;
    return registration.active === navigator.serviceWorker.controller;
  });

/** As the browser says when a phone has found its network: the page looks for a new version. */
const lookForUpdate = (of = page) => of.evaluate(() => void window.dispatchEvent(new Event('online')));

const signIn = (of = page) => of.getByRole('button', { name: 'Sign in' });

async function openTab(): Promise<Page> {
  const tab = await (await sharedBrowser()).open(`${proxy.origin}${BASE}login`);
  await signIn(tab).waitFor();
  return tab;
}

const stateOf = (place: 'waiting' | 'active') =>
  page.evaluate(async at => (await navigator.serviceWorker.getRegistration())?.[at]?.state, place);

async function openOffline(path: string): Promise<string> {
  await proxy.goOffline();
  await page.goto(proxy.origin + path);
  await signIn().waitFor();
  return new URL(page.url()).searchParams.get('redirect') ?? '';
}

/** Another version of the worker, which differs from the build's by its last line. */
const seedWorker = (version: string) =>
  server.seed(WORKER, { type: 'text/javascript', body: `${readBuilt('sw.js')}\n// ${version}` });

afterEach(() => close());

describe('where the server allows the wide scope', () => {
  beforeEach(() => open(WIDE));

  it.each([
    ['/application', '/dashboard'],
    ['/application?source=pwa', '/dashboard'],
    ['/application#x', '/dashboard'],
    ['/application/index.html', '/dashboard'],
    ['/application/index.html?source=pwa', '/dashboard'],
    ['/application/promo/', '/promo/'],
    ['/application/promo/orders?status=paid#x', '/promo/orders?status=paid'],
    ['/application/promo/contacts/add?text=%D0%90%26%231', '/promo/contacts/add?text=%D0%90%26%231'],
  ])('%s opens without a network', async (path, kept) => {
    expect(await openOffline(path)).toBe(kept);
  });

  it('a neighbour whose name begins alike is left to the network, open or not, controlled or not', async () => {
    const { context } = await sharedBrowser();
    const neighbour = await context.newPage();
    await neighbour.goto(proxy.origin + NEIGHBOUR);
    await neighbour.reload();
    expect(await neighbour.title()).toBe('a neighbour');
    expect(server.asked(NEIGHBOUR)).toBe(2);
    await proxy.goOffline();
    await expect(neighbour.goto(proxy.origin + NEIGHBOUR)).rejects.toThrow('net::ERR');
    expect((await keptPaths(page)).filter(path => !path.startsWith(BASE))).toEqual([]);
    await neighbour.close();
  });
});

describe('where the server allows none', () => {
  beforeEach(() => open(null));

  it('the app works under the folder of its worker, whose script is asked for as often as before', async () => {
    expect(await scopes()).toEqual([BASE]);
    const asked = server.asked(WORKER);
    await lookForUpdate();
    await expect.poll(() => server.asked(WORKER)).toBe(asked + 1);
    expect(await openOffline('/application/promo/')).toBe('/promo/');
  });
});

describe('a worker under its folder, once the server allows the wide scope', () => {
  beforeEach(async () => {
    await open(null);
    server.allowScope(WIDE);
  });

  it('moves with every open page', async () => {
    const second = await openTab();
    await expect.poll(() => scopes()).toEqual([WIDE]);
    for (const each of [page, second]) await servedByActive(each);
    expect(await openOffline('/application')).toBe('/dashboard');
    await second.close();
  });

  it('stays where it is without an answer, and works', async () => {
    await proxy.goOffline();
    await page.reload();
    await signIn().waitFor();
    await lookForUpdate();
    expect(await scopes()).toEqual([BASE]);
    await proxy.goOnline();
    await lookForUpdate();
    await expect.poll(() => scopes()).toEqual([WIDE]);
  });

  it('stays while a new version waits', async () => {
    seedWorker('next');
    await lookForUpdate();
    await expect.poll(() => stateOf('waiting')).toBe('installed');
    const asked = server.asked(WORKER);
    const second = await openTab();
    await expect.poll(() => server.asked(WORKER)).toBeGreaterThan(asked);
    await lookForUpdate(second);
    expect([await scopes(), await stateOf('waiting')]).toEqual([[BASE], 'installed']);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      registration?.waiting?.postMessage({ type: 'take-over' });
    });
    await expect.poll(() => stateOf('waiting')).toBe(undefined);
    await second.close();
    await page.reload();
    await expect.poll(() => scopes()).toEqual([WIDE]);
    expect(await openOffline('/application')).toBe('/dashboard');
  });

  it('stays where the new one cannot be installed', async () => {
    const asked = server.asked(WORKER);
    server.poison(/sw-drain/, ({ type }) => ({ type, body: 'Wi-Fi' }));
    await page.reload();
    await expect.poll(() => server.asked(WORKER)).toBeGreaterThan(asked + 1);
    expect(await openOffline('/application/promo/')).toBe('/promo/');
    expect(await scopes()).toEqual([BASE]);
    await proxy.goOnline();
    server.heal();
    await page.reload();
    await expect.poll(() => scopes()).toEqual([WIDE]);
  });

  it('ends what a page began that was closed in the midst of it', async () => {
    await page.goto(proxy.origin + WORKER); // a page of the origin without trusted types
    const wide = { script: WORKER, scope: WIDE };
    await page.evaluate(async ({ script, scope }) => {
      const { installing } = await navigator.serviceWorker.register(script, { scope });
      await new Promise<void>(resolve =>
        installing?.addEventListener('statechange', () => installing.state === 'activated' && resolve()),
      );
    }, wide);
    expect((await scopes()).sort()).toEqual([WIDE, BASE]);
    await page.goto(`${proxy.origin}${BASE}login`);
    await expect.poll(() => scopes()).toEqual([WIDE]);
    expect(await openOffline('/application')).toBe('/dashboard');
  });
});

describe('where the server has ceased to allow it', () => {
  beforeEach(() => open(WIDE));

  it('the worker goes back to its folder, so that new versions still come', async () => {
    expect(await scopes()).toEqual([WIDE]);
    server.allowScope(null);
    seedWorker('next');
    await lookForUpdate();
    await expect.poll(() => scopes()).toEqual([BASE]);
    expect(await openOffline('/application/promo/')).toBe('/promo/');
  });
});

describe('beside a worker of the whole origin', () => {
  beforeEach(async () => {
    ({ server, proxy, page, close } = await openOwnOrigin('/api/ping'));
    const passOn = "addEventListener('fetch', event => event.respondWith(fetch(event.request)))";
    await registerForOrigin(server, page, passOn);
  });

  it.each([
    [WIDE, WIDE],
    [null, BASE],
  ])('the own one is registered where the server allows %s', async (allowed, own) => {
    server.allowScope(allowed);
    await page.goto(`${proxy.origin}${BASE}login`);
    await expect.poll(() => scopes()).toEqual(['/', own]);
    await expect.poll(() => controllingScript()).toBe(WORKER);
    expect(await openOffline('/application/promo/')).toBe('/promo/');
  });

  it('the own one alone moves to the wide scope', async () => {
    server.allowScope(null);
    await page.goto(`${proxy.origin}${BASE}login`);
    await expect.poll(() => controllingScript()).toBe(WORKER);
    server.allowScope(WIDE);
    await page.reload();
    await expect.poll(() => scopes()).toEqual(['/', WIDE]);
  });

  it('the own one alone goes back to its folder', async () => {
    server.allowScope(WIDE);
    await page.goto(`${proxy.origin}${BASE}login`);
    await expect.poll(() => controllingScript()).toBe(WORKER);
    server.allowScope(null);
    seedWorker('next');
    await lookForUpdate();
    await expect.poll(() => scopes()).toEqual(['/', BASE]);
  });
});
