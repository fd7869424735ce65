/** What goes wrong on the way to the firm's own backend: nothing is lost there, nothing is there twice. */
import { describe, expect, it } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { serverRecords } from '#tests/support/ask-server.ts';
import { createContact, newPhone, orderDelivery } from '#tests/support/promoter.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { type App, button, goOnline, openApp, openReady, ownServer, sharedServer } from './support/app.ts';
import { GENERATIONS, laravelBefore } from './support/laravel.ts';

/** A contact and an order for it, saved without a network. */
async function saveUnsent({ page, proxy, at }: App, name: string, phone: string): Promise<void> {
  await proxy.goOffline();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name, phones: [phone] });
  await orderDelivery(page, name);
}

async function arrivedOnce({ page }: App, origin: string, phone: string): Promise<void> {
  const taken = page.getByRole('group', { name: /^Заявка \S+ успешно оформлена$/ });
  await taken.waitFor({ timeout: 100_000 });
  const records = await serverRecords(origin, DEMO.promoter);
  expect(await records.contactsWith(phone)).toHaveLength(1);
  expect(await records.ordersWith(phone)).toHaveLength(1);
}

describe.each(GENERATIONS)('on Laravel %s', generation => {
  it('answers that are lost lead to one contact and one order', async () => {
    const behind = await sharedServer();
    const app = await openReady(DEMO.promoter, { server: await laravelBefore(behind, { generation }) });
    const phone = newPhone();
    await saveUnsent(app, `Лука Потерянный ${generation}`, phone);
    for (const { path } of [saveContact, sendOrder]) app.proxy.addFault({ path, fault: 'lose-answer' });
    await goOnline(app);
    await arrivedOnce(app, behind.origin, phone);
  });

  it('a backend that keeps ten digits gets ten, also of the next contact', async () => {
    const behind = await sharedServer();
    const server = await laravelBefore(behind, { generation, tenDigits: true });
    const app = await openReady(DEMO.promoter, { server });
    const phone = newPhone();
    await saveUnsent(app, `Десять Цифр ${generation}`, phone);
    await goOnline(app);
    await arrivedOnce(app, behind.origin, phone);
    const next = newPhone();
    await app.page.goto(app.at('/promo/contacts/add'));
    await createContact(app.page, { name: `Снова Десять ${generation}`, phones: [next] });
    const records = await serverRecords(behind.origin, DEMO.promoter);
    await expect.poll(async () => (await records.contactsWith(next)).length).toBe(1);
    // Refused once, with eleven.
    expect(app.proxy.passages(saveContact.path)).toHaveLength(3);
  });

  it('what meets maintenance, then a limit of requests, waits and goes afterwards', async () => {
    const behind = await sharedServer();
    const server = await laravelBefore(behind, { generation });
    const app = await openReady(DEMO.promoter, { server });
    const { page, proxy, at } = app;
    const phone = newPhone();
    await saveUnsent(app, `Марк Терпеливый ${generation}`, phone);
    const asked = () => proxy.passages(/^\/api\//).length;
    const sendNow = button(page, 'Отправить сейчас');
    /** Somebody was asked and has answered, and nothing has gone. */
    const waitsFor = async (go: () => Promise<void>) => {
      const before = asked();
      await go();
      await expect.poll(asked).toBeGreaterThan(before);
      await expect.poll(() => sendNow.isEnabled()).toBe(true);
      await page.getByRole('region', { name: 'Ждут (2)' }).waitFor();
    };
    await page.goto(at('/promo/outbox'));
    server.switches.maintenance = true;
    await waitsFor(() => goOnline(app));
    server.switches.maintenance = false;
    server.switches.throttle = { perMinute: 0 };
    await waitsFor(() => sendNow.click());
    server.switches.throttle = null;
    await sendNow.click();
    await arrivedOnce(app, behind.origin, phone);
  });

  it('serves a page of another origin, whose order arrives once', async () => {
    const behind = await sharedServer();
    const { origin, switches } = await laravelBefore(behind, { generation });
    const server = await ownServer({ API_ORIGIN: origin });
    const app = await openApp('/login?redirect=%2Fpromo', { server });
    switches.pageOrigin = app.proxy.origin;
    await signIn(app.page, DEMO.promoter);
    await app.page.getByText('Готово к работе без связи', { exact: true }).first().waitFor();
    await app.page.goto(app.at('/promo/contacts/add'));
    const name = `Фома Соседний ${generation}`;
    const phone = newPhone();
    // 5.4 answers this without CORS, which a browser cannot tell from no answer.
    switches.maintenance = true;
    await createContact(app.page, { name, phones: [phone] });
    await orderDelivery(app.page, name);
    switches.maintenance = false;
    await goOnline(app);
    await arrivedOnce(app, behind.origin, phone);
    expect(app.proxy.passages(/^\/api\//)).toEqual([]);
  });
});
