/** A page that goes while it sends: the queue goes on at once, wherever it is taken up. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { serverRecords } from '#tests/support/ask-server.ts';
import { createContact, newPhone } from '#tests/support/promoter.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type App, openReady, sharedServer } from './support/app.ts';
import { laravelBefore } from './support/laravel.ts';

/** Far below what a start waits for its queue at most (`send-then-fetch.ts`, 15 s). */
const SOON = { timeout: 5_000 };

/** No answer comes on its connection any more. */
const NEVER = new Promise<void>(() => {});

const SERVERS: [string, () => ReturnType<typeof sharedServer>][] = [
  ['our server', sharedServer],
  ['a Laravel without keys', async () => laravelBefore(await sharedServer(), { generation: '8' })],
];

/** What becomes of the page that sends, and where the queue is taken up. */
const WAYS: [string, (app: App) => Promise<unknown>][] = [
  ['another screen is opened by its address', ({ page, at }) => page.goto(at('/promo/orders'))],
  ['it is loaded anew', ({ page }) => page.reload()],
  ['it is left, and come back to', app => leave(app).then(() => app.page.goBack({ waitUntil: 'commit' }))],
  ['its tab is closed beside another', app => openOther(app).then(() => app.page.close())],
  ['it is left beside another', app => openOther(app).then(() => leave(app))],
];

function leave({ page, proxy }: App) {
  proxy.addFault({ path: '/elsewhere', fault: { json: {} } });
  return page.goto(`${proxy.origin}/elsewhere`);
}

async function openOther({ browser, at }: App): Promise<Page> {
  const other = await browser.open(at('/promo/contacts'));
  await other.getByRole('link', { name: 'Добавить контакт' }).first().waitFor();
  return other;
}

describe.each(SERVERS)('on %s', (_, server) => {
  it.each(WAYS)('[S21] a contact is on its way, and %s: the next one is sent at once', async (_, go) => {
    const app = await openReady(DEMO.promoter, { server: await server() });
    const { page, proxy, at } = app;
    const [first, second] = [newPhone(), newPhone()];
    proxy.addFault({ path: saveContact.path, fault: { json: {}, after: NEVER } });
    await page.goto(at('/promo/contacts/add'));
    await createContact(page, { name: 'Анна Первая', phones: [first] });
    await expect.poll(() => proxy.passages(saveContact.path).length).toBe(1);
    await page.getByRole('link', { name: 'Добавить контакт' }).first().click();
    await createContact(page, { name: 'Вера Вторая', phones: [second] });
    expect(proxy.passages(saveContact.path)).toHaveLength(1);
    await go(app);
    const { contactsWith } = await serverRecords(app.server.origin, DEMO.promoter);
    await expect.poll(() => contactsWith(second), SOON).toHaveLength(1);
  });
});
