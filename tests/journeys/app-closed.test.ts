import type { CDPSession, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serverRecords } from '#tests/support/ask-server.ts';
import { fireSync, stopWorkers } from '#tests/support/background-sync.ts';
import { createContact, newPhone, orderDelivery } from '#tests/support/promoter.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { type App, openReady } from './support/app.ts';

const SAVE = '/api/promo/contacts/save';
const ORDER = '/api/promo/orders/sendOrder';
const TOKEN = '/oauth/token';
const CONFIG = '/application/config.json';
const PROBE = '/api/getUser';

const PATIENCE = { timeout: 30_000, interval: 200 };

let app: App;
/** A tab that is not the app's: through it the browser is spoken to while no page is open. */
let otherTab: Page;
let cdp: CDPSession;

beforeEach(async () => {
  app = await openReady();
  otherTab = await app.browser.context.newPage();
  cdp = await app.browser.cdp(otherTab);
});
afterEach(async () => {
  await otherTab.close();
});

/** A contact and a delivery for it, saved where nothing gets through; then the app is closed. */
async function workAndClose(name: string): Promise<string> {
  const { page, proxy, at } = app;
  const phone = newPhone();
  await proxy.goOffline();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name, phones: [phone] });
  await orderDelivery(page, name);
  await page.close();
  return phone;
}

/** The browser notices that there is a network again. */
async function foundNetwork(): Promise<void> {
  expect(await fireSync(cdp, app.proxy.origin)).toBe(true);
}

/** How many contacts and orders of this phone the server has. */
async function received(phone: string): Promise<[contacts: number, orders: number]> {
  const server = await serverRecords(app.server.origin, DEMO.promoter);
  return [(await server.contactsWith(phone)).length, (await server.ordersWith(phone)).length];
}

it('[S22] the worker sends contact and order, in that order, while no page is open', async () => {
  const phone = await workAndClose('Сохраненный Перед Закрытием');
  await app.proxy.goOnline();
  await foundNetwork();
  await expect.poll(() => received(phone), PATIENCE).toEqual([1, 1]);
  const posts = app.proxy.passages().filter(({ path }) => path === SAVE || path === ORDER);
  expect(posts.map(({ path }) => path)).toEqual([SAVE, ORDER]);
});

it('[S10] a worker that is killed in mid-pass loses nothing and doubles nothing', async () => {
  const phone = await workAndClose('Сохраненный Перед Сбоем');
  const { proxy } = app;
  proxy.addFault({ path: SAVE, fault: 'lose-answer' });
  await proxy.goOnline();
  await foundNetwork();
  await expect.poll(() => proxy.passages(SAVE).length, PATIENCE).toBeGreaterThan(0);
  await stopWorkers(cdp);
  // The entry waits a moment after an attempt without an answer; the browser comes back until nothing is left.
  const endImpersonation = async () => {
    await foundNetwork();
    return received(phone);
  };
  await expect.poll(endImpersonation, { timeout: 60_000, interval: 2_000 }).toEqual([1, 1]);
});

it('[S25] tokens that the worker has renewed are those that the page goes on with', async () => {
  const phone = await workAndClose('Сохраненный Перед Отпуском');
  const { proxy, at } = app;
  proxy.addFault({ path: PROBE, fault: 'expired' });
  await proxy.goOnline();
  await foundNetwork();
  await expect.poll(() => received(phone), PATIENCE).toEqual([1, 1]);
  expect(proxy.passages(TOKEN).length).toBe(2); // the sign-in, and one renewal
  const page = await app.browser.open(at('/promo/orders'));
  await page.getByText('Сохраненный Перед Отпуском').first().waitFor();
  expect(proxy.passages(TOKEN).length).toBe(2);
});

it('[S29] after a sign-out the worker sends nothing: what was kept is sealed to its owner', async () => {
  const { page, proxy, at } = app;
  const phone = newPhone();
  await proxy.goOffline();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name: 'Оставленная Запечатанной', phones: [phone] });
  await page.goto(at('/logout'));
  await page.waitForURL(/\/login/);
  await page.close();
  const asked = proxy.passages(CONFIG).length;
  await proxy.goOnline();
  await foundNetwork();
  // The worker asks for the configuration first; what it would send goes before a page has been opened and signed in.
  await expect.poll(() => proxy.passages(CONFIG).length, PATIENCE).toBeGreaterThan(asked);
  const next = await app.browser.open(at('/login'));
  await next.getByText('На этом устройстве ждет отправки: 1 запись').waitFor();
  expect(proxy.passages(SAVE)).toEqual([]);
  await signIn(next, DEMO.promoter);
  await expect.poll(() => received(phone), PATIENCE).toEqual([1, 0]);
});
