import type { BrowserContext, Locator, Page } from 'playwright-core';
import { onTestFinished, TestRunner } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { callAs } from '#tests/support/ask-server.ts';
import { type Browser, PHONE, removeProfile, startChromium } from '#tests/support/browser.ts';
import { type FaultProxy, openFaultProxy } from '#tests/support/fault-proxy.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';

/** The app as one test has it: its own way to the server is an origin of its own, so nothing is left of another test. */
export type App = {
  server: ServerProcess;
  browser: Browser;
  proxy: FaultProxy;
  page: Page;
  /** The address of a path of the app. */
  at: (path: string) => string;
};

export type Size = typeof PHONE;

/** A phone, the worker's server and its browser, unless the test brings its own. */
export type Options = { size?: Size; server?: ServerProcess; browser?: Browser };

let server: Promise<ServerProcess> | undefined;
let browser: Promise<Browser> | undefined;

/** The server of all journeys of this worker. Whoever kills it takes `ownServer`. */
export function sharedServer(): Promise<ServerProcess> {
  server ??= startServer().then(started => {
    globalThis.endOfWorker?.push(started.remove);
    return started;
  });
  return server;
}

/** The browser of all journeys of this worker. Whoever kills it takes `ownBrowser`. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= startChromium().then(started => {
    globalThis.endOfWorker?.push(async () => {
      await started.close();
      removeProfile(started.profile);
    });
    return started;
  });
  return browser;
}

/** A server that the test may kill; it goes with the test. */
export async function ownServer(environment = {}): Promise<ServerProcess> {
  const started = await startServer(environment);
  onTestFinished(() => started.remove());
  return started;
}

/** A browser that the test may kill (`crashBrowser`); it goes with the test. */
export async function ownBrowser(...flags: readonly string[]): Promise<Browser> {
  const started = await startChromium(undefined, flags);
  const { profile } = started;
  running.set(profile, started);
  onTestFinished(async () => {
    await running.get(profile)?.close();
    running.delete(profile);
    removeProfile(profile);
  });
  return started;
}

/** Profile → the browser that runs on it now, of those that tests may kill. */
const running = new Map<string, Browser>();

/** SIGKILL in the middle of whatever it does, as when the battery is pulled out; then that path again, on the same profile. */
export async function crashBrowser(app: App, path: string): Promise<Page> {
  const size = app.page.viewportSize() ?? PHONE;
  await app.browser.kill();
  app.browser = await startChromium(app.browser.profile);
  running.set(app.browser.profile, app.browser);
  app.page = await app.browser.open(app.at(path), size);
  return app.page;
}

/** Opens a path of the app. What a test opens is closed with it; what `beforeAll` opens closes whoever opened it. */
export async function openApp(path: string, { size = PHONE, ...own }: Options = {}): Promise<App> {
  const [server, browser] = await Promise.all([own.server ?? sharedServer(), own.browser ?? sharedBrowser()]);
  const proxy = await openFaultProxy(server.origin);
  const at = (below: string) => `${proxy.origin}/application${below}`;
  const app: App = { server, browser, proxy, at, page: await browser.open(at(path), size) };
  if (TestRunner.getCurrentTest()) onTestFinished(() => closeApp(app));
  return app;
}

/** The pages first, so that the proxy is not asked for anything while they close. */
export async function closeApp({ browser, proxy }: App): Promise<void> {
  const pages = browser.context.pages().filter(page => page.url().startsWith(proxy.origin));
  await Promise.all(pages.map(page => page.close()));
  await proxy.close();
}

/** Opens a path of the app as somebody who has just signed in. */
export async function openSignedIn(path: string, email: string, options?: Options): Promise<App> {
  const app = await openApp(`/login?redirect=${encodeURIComponent(path)}`, options);
  await signIn(app.page, email);
  return app;
}

/** The promoter's home once everything needed is on the device, the worker too: the network may go. */
export async function openReady(email: string = DEMO.promoter, options?: Options): Promise<App> {
  const app = await openApp(`/login?redirect=${encodeURIComponent('/promo')}`, options);
  if (email === DEMO.moderator || email === DEMO.admin) await addContact(app.server.origin, email);
  await signIn(app.page, email);
  await app.page.getByText('Готово к работе без связи', { exact: true }).first().waitFor();
  await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return app;
}

/** Who brings nothing is told nothing of the device. */
async function addContact(origin: string, email: string): Promise<void> {
  const call = await callAs(origin, email);
  await call('POST', saveContact.path, {
    first_name: 'Свой',
    contact_phones: [{ full_phone: '0001234567' }],
  });
}

/** No way to the server any more, and the browser says so. */
export async function goOffline({ proxy, page }: App): Promise<void> {
  await proxy.goOffline();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
}

/** The way to the server is open again, and the browser says so, as it does when a phone finds its network. */
export async function goOnline({ proxy, page }: App): Promise<void> {
  await proxy.goOnline();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}

/** Another person's browser: nothing of this one's is in it, and nobody is signed in. */
export async function openSecondPage({ browser }: App, url: string, size: Size = PHONE): Promise<Page> {
  const context: BrowserContext | undefined = await browser.context.browser()?.newContext({ viewport: size });
  if (!context) throw new Error('the browser has gone');
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  await page.goto(url);
  return page;
}

/** A button by its whole name. */
export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });

/** Lets pages of the app use the clipboard, as a user who was asked would. */
export async function allowClipboard({ browser, proxy }: App): Promise<void> {
  const { origin } = proxy;
  await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
}

/** Everything that the page keeps, as one text. */
export async function everythingStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, location.href, history.state];
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const reading = db.transaction(store).objectStore(store).getAll();
        await new Promise(resolve => reading.addEventListener('success', resolve));
        kept.push(reading.result);
      }
      db.close();
    }
    for (const cache of await caches.keys()) {
      const opened = await caches.open(cache);
      kept.push((await opened.keys()).map(({ url }) => url));
    }
    return JSON.stringify(kept);
  });
}
