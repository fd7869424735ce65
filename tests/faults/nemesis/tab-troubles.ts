import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { awakeTab, type Client, openTab, soonOrNever } from './client.ts';
import { SAVES } from './our-outbox.ts';
import { saveContact } from './work.ts';

/** How long is waited for a request to be on its way, or for the browser to say that it did as told. */
export const MOMENT_MS = 3000;
export const ASK_AGAIN_MS = 20;

export const OFFLINE = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
export const ONLINE = { ...OFFLINE, offline: false };

/** A tab that is awake; opens one if there is none. */
export async function someTab(client: Client): Promise<Page> {
  return awakeTab(client, 0) ?? openTab(client);
}

/** A tab that stands still in the middle of its pass, with the lock in its hand. */
export async function freeze(client: Client, pick: number): Promise<boolean> {
  const page = awakeTab(client, pick);
  if (!page || client.frozen) return false;
  if (client.pages.length === 1) await openTab(client);
  const cdp = await client.browser.cdp(page);
  await holdPass(client, page);
  await cdp.send('Debugger.enable');
  const paused = new Promise<true>(resolve => cdp.once('Debugger.paused', () => resolve(true)));
  await cdp.send('Debugger.pause');
  if (!(await soonOrNever(paused, MOMENT_MS))) return false;
  client.frozen = { page, cdp };
  return true;
}

/** Lets the tab go on that stands still. */
export async function thaw(client: Client): Promise<boolean> {
  const { frozen } = client;
  client.frozen = null;
  if (!frozen) return false;
  // A tab that was closed or killed meanwhile needs no waking.
  await soonOrNever(frozen.cdp.send('Debugger.disable'), MOMENT_MS);
  await soonOrNever(frozen.cdp.detach(), MOMENT_MS);
  return true;
}

/** Saves something in that tab, and waits until its request is on its way and its answer is held. */
export async function holdPass(client: Client, page: Page): Promise<void> {
  const before = client.wire.passages().length;
  client.wire.spoil(SAVES, 'hold');
  await saveContact(client, page);
  const isHeld = () =>
    client.wire
      .passages()
      .slice(before)
      .some(({ fault }) => fault === 'hold');
  for (const end = Date.now() + MOMENT_MS; Date.now() < end && !isHeld(); ) await pause(ASK_AGAIN_MS);
}

/** What the browser itself says of its network, in every tab that is awake. */
export async function emulate(client: Client, conditions: typeof OFFLINE): Promise<boolean> {
  for (const page of client.pages.filter(each => each !== client.frozen?.page)) {
    const cdp = await client.browser.cdp(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', conditions);
  }
  return client.pages.length > 0;
}

/** The browser says in every tab that is awake that there is a network again. */
export async function tellOnline({ pages, frozen }: Client): Promise<void> {
  const awake = pages.filter(page => page !== frozen?.page);
  await Promise.all(
    awake.map(page => soonOrNever(page.evaluate(() => window.dispatchEvent(new Event('online'))))),
  );
}

/** The app is swiped away with something unsent. */
export async function closePages(client: Client): Promise<boolean> {
  const page = awakeTab(client, 0);
  if (page) await saveContact(client, page);
  client.deaths.push(Date.now());
  for (const open of client.pages) await soonOrNever(open.close(), MOMENT_MS);
  client.pages = [];
  client.frozen = null;
  return true;
}
