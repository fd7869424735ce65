import { cpSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { stopWorkers } from '#tests/support/background-sync.ts';
import { secondBuild } from './build-second.ts';
import { addressOf, awakeTab, type Client, killBrowser, openTab, soonOrNever, startAgain } from './client.ts';
import { bringModule } from './our-outbox.ts';
import type { Plan, Relief, Trouble } from './plan.ts';
import {
  closePages,
  emulate,
  freeze,
  holdPass,
  MOMENT_MS,
  OFFLINE,
  ONLINE,
  someTab,
  tellOnline,
  thaw,
} from './tab-troubles.ts';
import { enterAs, leaveByLink } from './users.ts';
import { saveContact } from './work.ts';
import { stopWorkerInPass, syncWithoutPages } from './worker-troubles.ts';

type TroubleStep = (client: Client, pick: number, plan: Plan) => Promise<boolean>;

/** What happens to a browser. Each says whether it was really met: with no tab open nothing can freeze. */
export const TROUBLE_STEPS: Readonly<Record<Trouble | Relief, TroubleStep>> = {
  'kill-browser': killInSave,
  'crash-tab': crashTab,
  'stop-worker': async ({ desk }) => {
    await stopWorkers(desk.cdp);
    return true;
  },
  'stop-worker-in-pass': stopWorkerInPass,
  freeze,
  thaw,
  offline: async ({ wire }) => {
    await wire.goOffline();
    return true;
  },
  online: async client => {
    await client.wire.goOnline();
    await tellOnline(client);
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
  expire: async ({ wire }) => {
    wire.expireTokens();
    return true;
  },
  upgrade,
};

/** Ends all that lasts: whatever comes now comes from what happened before. */
export async function relieve(client: Client): Promise<void> {
  client.wire.heal();
  await client.wire.goOnline();
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
  client.deaths.push(Date.now());
  // The page that is told to crash does not answer any more.
  cdp.send('Page.crash').catch(() => undefined);
  await crashed;
  client.pages = client.pages.filter(other => other !== page);
  await soonOrNever(page.close(), MOMENT_MS);
  await openTab(client);
  return true;
}

/** The phone comes up with a full disk: what is saved then is refused or kept, never half. */
async function startOnFullDisk(client: Client): Promise<boolean> {
  await killBrowser(client);
  await startAgain(client);
  const { cdp } = client.desk;
  const { origin } = client.wire;
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  const page = await openTab(client);
  const before = client.deeds.all().length;
  await saveContact(client, page);
  await saveContact(client, page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin });
  return client.deeds
    .all()
    .slice(before)
    .some(({ why }) => why === 'full');
}

/** Somebody else takes the phone in the middle of a pass, and works on it. */
async function switchUser(client: Client, pick: number, plan: Plan): Promise<boolean> {
  const page = await someTab(client);
  await thaw(client);
  await client.wire.goOnline();
  await emulate(client, ONLINE);
  await holdPass(client, page);
  if (pick < 0.5) await leaveByLink(client, page);
  // Signing in needs an answer; what is tried is the change itself.
  client.wire.trouble(0);
  client.users.reverse();
  await enterAs(client, page, client.users[0]);
  client.wire.trouble(plan.share);
  return true;
}

/** A new build on the server: one tab takes it, the others stay what they were and go on saving. */
async function upgrade(client: Client): Promise<boolean> {
  const page = await someTab(client);
  if (client.pages.length === 1) await openTab(client);
  await client.wire.goOnline();
  await emulate(client, ONLINE);
  const build = await secondBuild();
  cpSync(`${build}/assets`, `${client.files}/assets`, { recursive: true });
  cpSync(build, client.files, { recursive: true });
  const before = await versionOf(page);
  await page.goto(addressOf(client, '/promo/contacts'));
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.getByRole('button', { name: 'Обновить', exact: true }).click();
  await page.waitForEvent('load');
  await bringModule(page);
  return (await versionOf(page)) !== before;
}

/** Which build a page is, by the name of its first script. */
async function versionOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');
}
