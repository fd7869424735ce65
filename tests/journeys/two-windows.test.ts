import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { serverRecords } from '#tests/support/ask-server.ts';
import { createContact, fillContact, fillDelivery, newPhone, openContact } from '#tests/support/promoter.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type App, button, goOnline, openReady } from './support/app.ts';

/** The same app in one more window of the same browser. */
async function openWindow({ browser }: App, url: string): Promise<Page> {
  const page = await browser.context.newPage();
  onTestFinished(() => page.close());
  await page.goto(url);
  return page;
}

/** What is typed is on the device, as when the page is hidden. */
const keepDraft = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

const restored = (page: Page) => page.getByText('Черновик восстановлен').waitFor();

it('[S32] a contact in two windows: what each of them saves is kept, and arrives', async () => {
  const app = await openReady();
  const { page, proxy, at } = app;
  const [first, second] = [newPhone(), newPhone()];
  await proxy.goOffline();
  await page.goto(at('/promo/contacts/add'));
  await fillContact(page, { name: 'Анна Первая', phones: [first] });
  await keepDraft(page);
  const other = await openWindow(app, at('/promo/contacts/add'));
  await restored(other);
  await createContact(other, { name: 'Вера Вторая', phones: [second] });
  await page.getByText('Эта форма уже сохранена в другом окне.').waitFor();
  await button(page, 'Создать контакт').click();
  await page.waitForURL(/\/promo\/contacts$/);
  await goOnline(app);
  const server = await serverRecords(app.server.origin, DEMO.promoter);
  for (const phone of [first, second])
    await expect.poll(() => server.contactsWith(phone), { timeout: 30_000 }).toHaveLength(1);
});

it('[S9] what is typed into a blank form in two windows is kept, also when one is left in that moment', async () => {
  const app = await openReady();
  const { page, proxy, at } = app;
  await proxy.goOffline();
  await page.goto(at('/promo/contacts/add'));
  const other = await openWindow(app, at('/promo/contacts/add'));
  await fillContact(other, { name: 'Вера Вторая', phones: [newPhone()] });
  await other.goto('about:blank');
  await createContact(page, { name: 'Анна Первая', phones: [newPhone()] });
  await other.goto(at('/promo/contacts/add'));
  await restored(other);
  expect(await other.getByRole('textbox', { name: 'Имя' }).inputValue()).toBe('Вера Вторая');
  await other.getByRole('textbox', { name: 'Комментарий' }).fill('Третий подъезд');
  await other.goto(at('/promo/outbox'));
  const drafts = other.getByRole('region', { name: 'Черновики' }).getByRole('listitem');
  await drafts.first().waitFor();
  expect(await drafts.count()).toBe(1);
});

it('[S32] a change in two windows: fields of both are kept, and one that both have changed is asked about', async () => {
  const app = await openReady();
  const { page, proxy, at } = app;
  const phone = newPhone();
  const name = 'Инна Общая';
  await proxy.goOffline();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name, phones: [phone] });
  await openContact(page, name);
  await page.goto(page.url().replace('/card/', '/edit/'));
  const comment = (of: Page) => of.getByRole('textbox', { name: 'Комментарий' });
  await comment(page).waitFor();
  const other = await openWindow(app, page.url());
  await comment(other).fill('Третий подъезд');
  await other.getByRole('textbox', { name: 'Фамилия' }).fill('Ель');
  await button(other, 'Сохранить контакт').click();
  await other.getByRole('group', { name: 'Контакт сохранен на устройстве' }).waitFor();
  await comment(page).fill('Пятый подъезд');
  await button(page, 'Сохранить контакт').click();
  await page
    .getByText('В другом окне сохранено: Третий подъезд. Чтобы оставить свое, сохраните еще раз.')
    .first()
    .waitFor();
  await button(page, 'Сохранить контакт').click();
  await page.getByRole('group', { name: 'Контакт сохранен на устройстве' }).waitFor();
  await goOnline(app);
  const server = await serverRecords(app.server.origin, DEMO.promoter);
  await expect
    .poll(() => server.contactsWith(phone), { timeout: 30_000 })
    .toMatchObject([{ last_name: 'Ель', comment: 'Пятый подъезд' }]);
});

it('[S32] an order in two windows: the second is told so before it is saved, and both arrive', async () => {
  const app = await openReady();
  const { page, proxy, at } = app;
  const phone = newPhone();
  const name = 'Олег Заказчик';
  await proxy.goOffline();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name, phones: [phone] });
  await openContact(page, name);
  await page.getByRole('link', { name: 'В мастерскую' }).click();
  await fillDelivery(page);
  await keepDraft(page);
  const other = await openWindow(app, page.url());
  await restored(other);
  await other.getByLabel(/^Улица/).fill('Речная');
  await button(other, 'Оформить заявку').click();
  await other.waitForURL(/\/promo\/orders$/);
  await page.getByText('Эта заявка уже сохранена в другом окне.').waitFor();
  await button(page, 'Оформить заявку').click();
  await page.waitForURL(/\/promo\/orders$/);
  await goOnline(app);
  const server = await serverRecords(app.server.origin, DEMO.promoter);
  await expect.poll(() => server.ordersWith(phone), { timeout: 30_000 }).toHaveLength(2);
});
