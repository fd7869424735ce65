import { cpSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { fireSync, stopWorkers } from '#tests/support/background-sync.ts';
import { FIRST_BUILD, secondBuild } from './builds.ts';
import { awakeTab, type Client, killBrowser, lead, openTab, startAgain, withTimeout } from './client.ts';
import { bringModule, SAVES } from './in-page.ts';
import type { Disruption, Plan, Recovery } from './plan.ts';
import { saveContact } from './user-actions.ts';
import { leaveByLink, signInAs } from './users.ts';

type DisruptionStep = (client: Client, pick: number, plan: Plan) => Promise<boolean>;

/** What happens to a browser. Each says whether it was really met: with no tab open nothing can freeze. */
export const DISRUPTION_STEPS: Readonly<Record<Disruption | Recovery, DisruptionStep>> = {
  'kill-browser': killInSave,
  'crash-tab': crashTab,
  'stop-worker': async ({ outside }) => {
    await stopWorkers(outside.cdp);
    return true;
  },
  'stop-worker-in-pass': stopWorkerInPass,
  freeze,
  thaw,
  offline: async ({ proxy }) => {
    await proxy.goOffline();
    return true;
  },
  online: async client => {
    await client.proxy.goOnline();
    await dispatchOnline(client);
    return true;
  },
  'browser-offline': client => emulate(client, OFFLINE),
  'browser-online': client => emulate(client, ONLINE),
  'full-disk': startOnFullDisk,
  'close-pages': closePages,
  'open-pages': async client => {
    if (client.pages.length === 0) await openTab(client);
    return true;
  },
  'sync-event': syncWithoutPages,
  'switch-user': switchUser,
  expire: async ({ proxy }) => {
    proxy.expireTokens();
    return true;
  },
  upgrade,
};

/** Ends all that lasts: whatever comes now comes from what happened before. */
export async function recover(client: Client): Promise<void> {
  client.proxy.heal();
  await client.proxy.goOnline();
  await thaw(client);
  await emulate(client, ONLINE);
  await someTab(client);
}

/** A battery that is pulled out in the middle of a save. */
async function killInSave(client: Client, pick: number): Promise<boolean> {
  const page = awakeTab(client, pick);
  const saving = page ? saveContact(client, page) : Promise.resolve();
  await pause(pick * 60);
  await killBrowser(client);
  await saving;
  await startAgain(client);
  await openTab(client);
  return true;
}

async function crashTab(client: Client, pick: number): Promise<boolean> {
  const page = awakeTab(client, pick);
  if (!page) return false;
  const cdp = await client.browser.cdp(page);
  const crashed = page.waitForEvent('crash', { timeout: MOMENT_MS });
  client.killedAt.push(Date.now());
  // The page that is told to crash does not answer any more.
  cdp.send('Page.crash').catch(() => undefined);
  await crashed;
  client.pages = client.pages.filter(other => other !== page);
  await withTimeout(page.close(), MOMENT_MS);
  await openTab(client);
  return true;
}

/** The phone comes up with a full disk: what is saved then is refused or kept, never half. */
async function startOnFullDisk(client: Client): Promise<boolean> {
  await killBrowser(client);
  await startAgain(client);
  const { cdp } = client.outside;
  const { origin } = client.proxy;
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  const page = await openTab(client);
  const before = client.actions.length;
  await saveContact(client, page);
  await saveContact(client, page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin });
  return client.actions.slice(before).some(({ why }) => why === 'full');
}

/** Somebody else takes the phone in the middle of a pass, and works on it. */
async function switchUser(client: Client, pick: number, plan: Plan): Promise<boolean> {
  const page = await someTab(client);
  await thaw(client);
  await client.proxy.goOnline();
  await emulate(client, ONLINE);
  await holdPass(client, page);
  if (pick < 0.5) await leaveByLink(client, page);
  // Signing in needs an answer; what is tried is the change itself.
  client.proxy.setFaultShare(0);
  client.users.reverse();
  await signInAs(client, page, client.users[0]);
  client.proxy.setFaultShare(plan.share);
  return true;
}

/** A new build on the server, or the former one again: one tab takes it, the others stay what they were and go on saving. */
async function upgrade(client: Client): Promise<boolean> {
  const page = await someTab(client);
  if (client.pages.length === 1) await openTab(client);
  await client.proxy.goOnline();
  await emulate(client, ONLINE);
  client.build = client.build === FIRST_BUILD ? await secondBuild() : FIRST_BUILD;
  cpSync(`${client.build}/assets`, `${client.files}/assets`, { recursive: true });
  cpSync(client.build, client.files, { recursive: true });
  const before = await versionOf(page);
  await lead(client, page, '/promo');
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  client.killedAt.push(Date.now());
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Обновить', exact: true }).first().click(),
  ]);
  await bringModule(page);
  return (await versionOf(page)) !== before;
}

/** Which build a page is, by the name of its first script. */
async function versionOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');
}

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
  if (!(await withTimeout(paused, MOMENT_MS))) return false;
  client.frozen = { page, cdp };
  return true;
}

/** Lets the tab go on that stands still. */
export async function thaw(client: Client): Promise<boolean> {
  const { frozen } = client;
  client.frozen = null;
  if (!frozen) return false;
  // A tab that was closed or killed meanwhile needs no waking.
  await withTimeout(frozen.cdp.send('Debugger.disable'), MOMENT_MS);
  await withTimeout(frozen.cdp.detach(), MOMENT_MS);
  return true;
}

/** Saves something in that tab, and waits until its request is on its way and its answer is held. */
export async function holdPass(client: Client, page: Page): Promise<void> {
  const before = client.proxy.passages().length;
  client.proxy.spoil(SAVES, 'hold');
  await saveContact(client, page);
  const isHeld = () =>
    client.proxy
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
export async function dispatchOnline({ pages, frozen }: Client): Promise<void> {
  const awake = pages.filter(page => page !== frozen?.page);
  await Promise.all(
    awake.map(page => withTimeout(page.evaluate(() => window.dispatchEvent(new Event('online'))))),
  );
}

/** The app is swiped away with something unsent. */
export async function closePages(client: Client): Promise<boolean> {
  const page = awakeTab(client, 0);
  if (page) await saveContact(client, page);
  client.killedAt.push(Date.now());
  for (const open of client.pages) await withTimeout(open.close(), MOMENT_MS);
  client.pages = [];
  client.frozen = null;
  return true;
}

/** How long a worker may take to start and to send what waits. */
const WORKER_MS = 20_000;

/** The browser finds a network while no page of the app is open: what was kept in the cellar leaves all the same. */
export async function syncWithoutPages(client: Client, _: number, plan: Plan): Promise<boolean> {
  await leaveUnsent(client);
  const { proxy } = client;
  const before = proxy.passages().length;
  const isMet = await wakeWorker(client, () =>
    proxy
      .passages()
      .slice(before)
      .some(({ path, status }) => SAVES.test(path) && status === 200),
  );
  proxy.setFaultShare(plan.share);
  await openTab(client);
  return isMet;
}

/** Nothing but the worker is left, with something to send and a way that is well. */
async function leaveUnsent(client: Client): Promise<void> {
  await thaw(client);
  await someTab(client);
  await client.proxy.goOffline();
  await closePages(client);
  client.proxy.stopFaults();
  await client.proxy.goOnline();
}

/** Tells the worker of a network until it has done that: a browser too asks again when a pass came to nothing. */
async function wakeWorker(client: Client, hasDone: () => boolean): Promise<boolean> {
  for (const end = Date.now() + WORKER_MS; Date.now() < end && !hasDone(); ) {
    await fireSync(client.outside.cdp, client.proxy.origin);
    for (const until = Date.now() + MOMENT_MS; Date.now() < until && !hasDone(); ) await pause(ASK_AGAIN_MS);
  }
  return hasDone();
}

/** The browser ends the worker while the request of its pass is on its way. */
export async function stopWorkerInPass(client: Client, _: number, plan: Plan): Promise<boolean> {
  await leaveUnsent(client);
  const { proxy, outside } = client;
  const before = proxy.passages().length;
  proxy.spoil(SAVES, 'hold');
  const isMet = await wakeWorker(client, () =>
    proxy
      .passages()
      .slice(before)
      .some(({ fault }) => fault === 'hold'),
  );
  client.killedAt.push(Date.now());
  await stopWorkers(outside.cdp);
  proxy.setFaultShare(plan.share);
  await openTab(client);
  return isMet;
}
