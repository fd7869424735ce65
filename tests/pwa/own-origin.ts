import type { Page } from 'playwright-core';
import { sharedBrowser } from '#tests/journeys/support/app.ts';
import { type FaultProxy, openFaultProxy } from '#tests/support/fault-proxy.ts';
import { type DistServer, serveDist } from './dist-server.ts';

/** A page of the built app; `close` gives back all that was opened for it. */
export type OwnOrigin = {
  server: DistServer;
  proxy: FaultProxy;
  page: Page;
  close: () => Promise<void>;
};

/** Opens a page on an origin of its own: no worker, no cache, no version of another test. */
export async function openOwnOrigin(path: string): Promise<OwnOrigin> {
  const server = await serveDist();
  const proxy = await openFaultProxy(server.origin);
  const browser = await sharedBrowser();
  const page = await browser.open(proxy.origin + path);
  const close = async () => {
    // A test may have closed its page and opened another one.
    const pages = browser.context.pages().filter(each => each.url().startsWith(proxy.origin));
    await Promise.all(pages.map(each => each.close()));
    await proxy.close();
    await server.close();
  };
  return { server, proxy, page, close };
}

/** Waits until the worker serves the page. */
export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Registers that worker for the whole origin, as another site there may; the page stands on its script afterwards. */
export async function registerForOrigin(server: DistServer, page: Page, body: string): Promise<void> {
  const script = '/origin.js';
  server.seed(script, { type: 'text/javascript', body });
  await page.goto(new URL(script, page.url()).href); // a page of the origin without trusted types
  await page.evaluate(async url => {
    await navigator.serviceWorker.register(url);
    await navigator.serviceWorker.ready;
  }, script);
}

/** Status and text of an answer that the page gets, or `failed`. */
export async function askIn(page: Page, path: string): Promise<string> {
  return page.evaluate(async address => {
    try {
      const answer = await fetch(address);
      return `${answer.status} ${await answer.text()}`;
    } catch {
      return 'failed';
    }
  }, path);
}

/** The paths of all that the caches of the page's origin keep. */
export async function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map(name => caches.open(name)));
    const requests = (await Promise.all(stores.map(store => store.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });
}
