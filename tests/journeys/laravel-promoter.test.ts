/** A promoter's day on the firm's own backend, a Laravel without keys, tags and versions. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { deleteContact, listAllContacts, saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { callAs, serverRecords } from '#tests/support/ask-server.ts';
import { createContact, newPhone, orderDelivery } from '#tests/support/promoter.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { goOnline, openReady, sharedServer } from './support/app.ts';
import { GENERATIONS, laravelBefore } from './support/laravel.ts';

it.each(GENERATIONS)(
  'on Laravel %s what was done without a network arrives exactly once',
  async generation => {
    const behind = await sharedServer();
    const [made, changed, gone] = [newPhone(), newPhone(), newPhone()];
    const call = await callAs(behind.origin, DEMO.promoter);
    for (const [first_name, phone] of [
      [`Федор Правленый ${generation}`, changed],
      [`Клара Лишняя ${generation}`, gone],
    ])
      await call('POST', saveContact.path, { first_name, contact_phones: [{ full_phone: phone }] });

    const server = await laravelBefore(behind, { generation });
    const app = await openReady(DEMO.promoter, { server });
    const { page, proxy, at } = app;
    await proxy.goOffline();
    const name = `Аглая Вокзальная ${generation}`;
    await page.goto(at('/promo/contacts/add'));
    await createContact(page, { name, phones: [made] });
    await orderDelivery(page, name);
    await page.goto(at('/promo/contacts'));
    await act(page, `Федор Правленый ${generation}`, 'Редактировать');
    await page.getByRole('textbox', { name: 'Комментарий' }).fill('Второй подъезд');
    await page.getByRole('button', { name: 'Сохранить контакт' }).click();
    await page.locator('.Toastify').getByText('сохранен на устройстве').waitFor();
    await page.goto(at('/promo/contacts'));
    await act(page, `Клара Лишняя ${generation}`, 'Удалить');
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('article').getByText('Удалится при связи').waitFor();

    await goOnline(app);
    const toast = page.getByRole('group', { name: /^Заявка \S+ успешно оформлена$/ });
    await toast.waitFor();
    const code = /Заявка (\S+)/.exec((await toast.getAttribute('aria-label')) ?? '')?.[1] ?? '';
    await page.goto(at('/promo/orders'));
    await page.getByRole('link', { name: `Заявка ${code}` }).waitFor();

    const records = await serverRecords(behind.origin, DEMO.promoter);
    await expect.poll(async () => (await records.contactsWith(gone)).length).toBe(0);
    expect(await records.contactsWith(made)).toHaveLength(1);
    expect((await records.ordersWith(made)).map(({ fullcode }) => fullcode)).toEqual([code]);
    expect(await records.contactsWith(changed)).toMatchObject([{ comment: 'Второй подъезд' }]);
    const sent = (path: string) => proxy.passages(path).length;
    expect([sent(saveContact.path), sent(deleteContact.path), sent(sendOrder.path)]).toEqual([2, 1, 1]);
  },
);

const CUT: [string, string, RegExp][] = [
  ['the contact itself', 'Нина Целая', /\/contacts\/edit\/\d+$/],
  ['both the contact itself and each page', 'Зоя Полная', /\/contacts\/(edit\/\d+|list)$/],
];

it.each(CUT)(
  'on Laravel 5.4 a contact just saved stays whole while %s is cut, and its change keeps its numbers',
  async (_, name, path) => {
    const behind = await sharedServer();
    const server = await laravelBefore(behind, { generation: '5.4' });
    const app = await openReady(DEMO.promoter, { server });
    const { page, proxy, at } = app;
    const phone = newPhone();
    proxy.addFault({ path, fault: 'cut-answer', times: 999 });
    await page.goto(at('/promo/contacts/add'));
    await createContact(page, { name, phones: [phone] });
    const passed = () => proxy.passages().map(({ path }) => path);
    const isListed = () =>
      passed().lastIndexOf(listAllContacts.path) > passed().lastIndexOf(saveContact.path);
    await expect.poll(() => passed().includes(saveContact.path)).toBe(true);
    // As the app that is opened anew: the whole list comes, which has id and name alone.
    await page.goto(at('/promo/contacts'));
    await expect.poll(isListed, { timeout: 20_000 }).toBe(true);
    await expect.poll(() => isOnTop(page, name)).toBe(true);
    const row = page.getByRole('article', { name }).first();
    await row.getByRole('link', { name: new RegExp(`^Позвонить: ${name}, `) }).waitFor();
    await page.reload();
    await expect.poll(() => isOnTop(page, name)).toBe(true);

    await act(page, name, 'Редактировать');
    const number = page.getByRole('textbox', { name: /^Телефон/ });
    await expect.poll(async () => (await number.inputValue()).replace(/\D/g, '')).toBe(`7${phone}`);
    await page.getByRole('textbox', { name: 'Комментарий' }).fill('Код 12');
    await page.getByRole('button', { name: 'Сохранить контакт' }).click();
    await page.locator('.Toastify').getByText('сохранен на устройстве').waitFor();
    proxy.removeFaults();
    await goOnline(app);
    const { contactsWith } = await serverRecords(behind.origin, DEMO.promoter);
    await expect.poll(() => contactsWith(phone), { timeout: 45_000 }).toMatchObject([{ comment: 'Код 12' }]);
  },
);

/** First in the book, under the day of today. */
async function isOnTop(page: Page, name: string): Promise<boolean> {
  const first = page
    .getByRole('region', { name: /^Сегодня, / })
    .first()
    .getByRole('article')
    .first();
  return (await page.getByRole('article').first().getAttribute('aria-label')) === name && first.isVisible();
}

/** From the card's menu. */
async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('searchbox').fill(name);
  await page
    .getByRole('button', { name: `Действия: ${name}` })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}
