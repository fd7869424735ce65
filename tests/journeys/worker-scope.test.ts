import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serverRecords } from '#tests/support/ask-server.ts';
import { fireSync } from '#tests/support/background-sync.ts';
import { createContact, newPhone, orderDelivery } from '#tests/support/promoter.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { type App, openApp, openReady } from './support/app.ts';

const WORKER = '/application/sw.js';
const FORMER = '/application/';
const WIDE = '/application';
const UNSENT = /^\/api\/promo\/(contacts\/save|orders\/sendOrder)$/;
const OFFER = 'Доступна новая версия';

const PATIENCE = { timeout: 30_000, interval: 200 };

/** A phone whose worker was registered before the address without the slash belonged to it; the server's is kept from it. */
async function openFormerPhone(): Promise<App> {
  const app = await openApp('/sw.js'); // a page of the origin that may register by itself
  await app.page.evaluate(script => navigator.serviceWorker.register(script), WORKER);
  app.proxy.addFault({ path: WORKER, fault: 'error', times: 1000 });
  await app.page.goto(app.at('/login?redirect=%2Fpromo'));
  await signIn(app.page, DEMO.promoter);
  await app.page.getByText('Готово к работе без связи', { exact: true }).first().waitFor();
  expect(await scopes(app.page)).toEqual([FORMER]);
  return app;
}

const scopes = (page: Page) =>
  page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  );

const isServedByActive = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active === navigator.serviceWorker.controller;
  });

it('[S22] a worker that moves to the wide scope loses nothing unsent: it goes on under the new one', async () => {
  const app = await openFormerPhone();
  const { page, proxy, at } = app;
  const second = await app.browser.open(at('/promo/orders'));
  await proxy.goOffline();
  const phone = newPhone();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name: 'Сохраненный До Переезда', phones: [phone] });
  await orderDelivery(page, 'Сохраненный До Переезда');
  expect(await scopes(page)).toEqual([FORMER]);

  proxy.removeFaults();
  proxy.addFault({ path: UNSENT, fault: 'error', times: 1000 });
  await proxy.goOnline();
  await page.goto(at('/promo/outbox'));
  await expect.poll(() => scopes(page), PATIENCE).toEqual([WIDE]);
  for (const each of [page, second]) {
    await expect.poll(() => isServedByActive(each), PATIENCE).toBe(true);
    expect(await each.getByText(OFFER).count()).toBe(0);
  }

  await page.close();
  proxy.removeFaults();
  const cdp = await app.browser.cdp(second);
  await second.goto('about:blank');
  const received = async () => {
    expect(await fireSync(cdp, proxy.origin)).toBe(true);
    const server = await serverRecords(app.server.origin, DEMO.promoter);
    return [(await server.contactsWith(phone)).length, (await server.ordersWith(phone)).length];
  };
  await expect.poll(received, { timeout: 60_000, interval: 2_000 }).toEqual([1, 1]);
  await second.close();
});

it('the bare host and the address without its slash open the app without a network', async () => {
  const { page, proxy } = await openReady();
  const home = page.getByRole('heading', { name: 'Dashboard' });
  await page.goto(`${proxy.origin}/`);
  await home.waitFor();
  await proxy.goOffline();
  for (const path of ['/', '/application', '/application?source=pwa', '/application/index.html']) {
    await page.goto(proxy.origin + path);
    await home.waitFor();
  }
});
