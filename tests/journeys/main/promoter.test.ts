/** A promoter's main jobs, each once: to sign in, and a day without a network. */
import { expect, it } from 'vitest';
import { serverRecords } from '#tests/support/ask-server.ts';
import { createContact, newPhone, orderDelivery } from '#tests/support/promoter.ts';
import { DEMO, DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import { crashBrowser, goOnline, openApp, openReady, ownBrowser } from '../support/app.ts';

it('a wrong password is told in a line, what was typed stays, and the right one signs in', async () => {
  const { page } = await openApp('/login');
  const password = page.getByLabel('Password', { exact: true });
  await page.getByLabel('E-mail').fill(DEMO.novice);
  await password.fill('не тот');
  await password.press('Enter');
  await page.getByRole('alert').getByText('Неверный e-mail или пароль').waitFor();
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(DEMO.novice);
  await expect.poll(() => password.inputValue()).toBe('не тот');
  await password.fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/dashboard$/);
});

it('what a promoter saves without a network survives a dead battery and arrives exactly once', async () => {
  const app = await openReady(DEMO.promoter, { browser: await ownBrowser() });
  const { proxy, at } = app;
  let { page } = app;
  const phones = [newPhone(), newPhone()];
  const person = { name: 'Аглая Вокзальная', phones };

  await proxy.goOffline();
  await page.goto(at('/promo/contacts'));
  const known = await page
    .getByRole('link', { name: /^Позвонить/ })
    .first()
    .getAttribute('href');
  expect(known).toMatch(/^tel:\+7\d{10}$/);
  const partOfPhone = String(known).slice(-7);
  await page.getByRole('searchbox').fill(partOfPhone);
  await page.getByText('Найдено: 1').waitFor();
  expect(await page.locator(`a[href="${known}"]`).filter({ visible: true }).count()).toBe(1);

  await page.getByRole('searchbox').fill('');
  await page.getByRole('link', { name: 'Добавить контакт' }).filter({ visible: true }).click();
  await createContact(page, person);
  await orderDelivery(page, person.name);

  page = await crashBrowser(app, '/promo/contacts');
  const card = page.getByRole('article').filter({ hasText: person.name });
  await card.getByText('Ждет отправки').waitFor();
  await page.getByRole('link', { name: 'Заявки' }).click();
  const waiting = page.getByRole('region', { name: 'Ждут отправки (1)' });
  await waiting.getByText(person.name).waitFor();
  await waiting.getByText('Уйдет после контакта').waitFor();

  await goOnline(app);
  const toast = page.getByRole('group', { name: /^Заявка \S+ успешно оформлена$/ });
  await toast.waitFor();
  const code = /Заявка (\S+)/.exec((await toast.getAttribute('aria-label')) ?? '')?.[1];

  const server = await serverRecords(app.server.origin, DEMO.promoter);
  const [first = '', second = ''] = phones;
  const contacts = await server.contactsWith(first);
  expect(contacts.map(contact => contact.contact_phones.map(phone => phone.full_phone))).toEqual([phones]);
  expect(await server.contactsWith(second)).toEqual(contacts);
  const orders = await server.ordersWith(first);
  expect(orders.map(order => order.fullcode)).toEqual([code]);
  expect(orders[0]?.client_fio).toContain(person.name);
  expect(orders[0]?.phones.map(phone => phone.full_phone)).toEqual(phones);
});
