import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharedBrowser } from '#tests/journeys/support/app.ts';
import type { DistServer } from '#tests/pwa/dist-server.ts';
import { askIn, controlled, keptPaths, openOwnOrigin } from '#tests/pwa/own-origin.ts';
import { fireSync } from '#tests/support/background-sync.ts';
import { readBuilt } from '#tests/support/build.ts';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';

const DEEP_LINK = '/application/promo/contacts';
const CONFIG = '/application/config.json';

let server: DistServer;
let proxy: FaultProxy;
let page: Page;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ server, proxy, page, close } = await openOwnOrigin(DEEP_LINK));
  await controlled(page);
});
afterEach(() => close());

describe('the app in Chromium', () => {
  it('can be installed', async () => {
    const cdp = await (await sharedBrowser()).cdp(page);
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const { errors } = await cdp.send('Page.getAppManifest');
    expect(errors).toEqual([]);
  });
});

describe('the worker offline', () => {
  // A screen whose chunk cannot be had is loaded once more; a page that is closed meanwhile never says that it is closed.
  it.each([
    [DEEP_LINK, '/promo/contacts'],
    ['/application/oauth', '/oauth'],
    ['/application/abac', '/abac'],
    ['/application/', '/dashboard'],
    ['/application/promo?source=pwa', '/promo?source=pwa'],
  ])(
    'opens the screen %s: nobody is signed in, so the login screen keeps it for later',
    async (path, kept) => {
      await proxy.goOffline();
      await page.goto(`${proxy.origin}${path}`);
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      const { pathname, searchParams } = new URL(page.url());
      expect(pathname).toBe('/application/login');
      expect(searchParams.get('redirect')).toBe(kept);
    },
  );

  it.each(['/api/ping', '/oauth/token', '/abac/policies', '/application/assets/gone-00000000.js'])(
    'does not answer %s with a screen',
    async path => {
      await proxy.goOffline();
      await expect(page.goto(`${proxy.origin}${path}`)).rejects.toThrow('net::ERR');
    },
  );
});

describe('what the worker keeps', () => {
  it('is never an answer of the API', async () => {
    expect(await askIn(page, '/api/ping')).toContain('personal');
    expect(await askIn(page, CONFIG)).toContain('200');
    const kept = await keptPaths(page);
    expect(kept).toContain('/application/index.html');
    expect(kept.filter(path => !path.startsWith('/application/'))).toEqual([]);
    await proxy.goOffline();
    expect(await askIn(page, '/api/ping')).toBe('failed');
  });

  it('is read by the browser itself, without the worker, unless it is to be fetched anew', async () => {
    const cdp = await (await sharedBrowser()).cdp(page);
    await cdp.send('Network.enable');
    const sources: unknown[] = [];
    cdp.on('Network.responseReceived', ({ response }) =>
      sources.push(response.serviceWorkerRouterInfo?.matchedSourceType),
    );
    const entry = await page.locator('script[type=module]').first().getAttribute('src');
    for (const path of [`${entry}`, '/api/ping', `${entry}?anew`]) await askIn(page, path);
    await expect.poll(() => sources).toEqual(['cache', 'network', 'fetch-event']);
  });

  it('is the configuration of the last good answer', async () => {
    const good = await askIn(page, CONFIG);
    proxy.addFault({ path: CONFIG, fault: 'html' });
    proxy.addFault({ path: CONFIG, fault: 'error' });
    expect([await askIn(page, CONFIG), await askIn(page, CONFIG)]).toEqual([good, good]);
    await proxy.goOffline();
    expect(await askIn(page, CONFIG)).toBe(good);
  });

  it('follows the configuration when it changes', async () => {
    expect(await askIn(page, CONFIG)).toContain('"clientId":"2"');
    server.seed(CONFIG, { type: 'application/json', body: '{"apiOrigin":"","clientId":"77"}' });
    expect(await askIn(page, CONFIG)).toContain('"clientId":"77"');
    server.seed(CONFIG, { type: 'application/json', body: '{"id":1}' });
    expect(await askIn(page, CONFIG)).toContain('"clientId":"77"');
  });
});

describe('a new version', () => {
  it('waits until a page says so, and reloads nothing by itself', async () => {
    await page.evaluate(() => {
      document.title = 'typed into';
    });
    const worker = readBuilt('sw.js').toString();
    server.seed('/application/sw.js', { type: 'text/javascript', body: `${worker}\n// the next version` });
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      const { installing } = registration;
      await new Promise<void>(resolve => {
        const look = () => registration.waiting && resolve();
        installing?.addEventListener('statechange', look);
        look();
      });
    });
    expect(await page.title()).toBe('typed into');

    await page.evaluate(async () => {
      const changed = new Promise(resolve =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
      const { waiting } = await navigator.serviceWorker.ready;
      waiting?.postMessage({ type: 'take-over' });
      await changed;
    });
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBe(null);
  });
});

describe('background sync', () => {
  it('wakes the open page', async () => {
    const cdp = await (await sharedBrowser()).cdp(page);
    await page.evaluate(() => {
      navigator.serviceWorker.addEventListener('message', event => {
        document.title = `heard ${event.data.type}`;
      });
    });
    expect(await fireSync(cdp, proxy.origin)).toBe(true);
    await page.waitForFunction(() => document.title === 'heard wake');
  });
});
