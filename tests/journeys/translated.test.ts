/** The main jobs of all three roles in a browser that translates the page: nothing breaks, and what changes is read changed. */
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { DESKTOP } from '#tests/support/browser.ts';
import { createContact, newPhone, orderDelivery } from '#tests/support/promoter.ts';
import { DEMO, DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import {
  type App,
  button,
  goOffline,
  goOnline,
  openApp,
  openReady,
  openSignedIn,
  ownServer,
} from './support/app.ts';
import { dialog, isThere, makeClient, revealed, rowOf } from './support/credentials.ts';
import { boxes, paydayOf } from './support/payday.ts';
import { translate } from './support/translator.ts';

/** Goes on in a page that is translated from its first word. */
async function translated(app: App): Promise<Page> {
  await translate(app.page);
  await app.page.reload();
  await app.page.locator('body font font').first().waitFor();
  onTestFinished(async () => {
    expect(await app.page.getByText('Не удалось показать страницу').count()).toBe(0);
  });
  return app.page;
}

it('a refused sign-in keeps what was typed, and says why; the next one signs in', async () => {
  const page = await translated(await openApp('/login'));
  const password = page.getByLabel('Password', { exact: true });
  await page.getByLabel('E-mail').fill(DEMO.novice);
  await password.fill('не тот');
  await password.press('Enter');
  await page.getByRole('alert').getByText('Неверный e-mail или пароль').waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe(DEMO.novice);
  expect(await password.inputValue()).toBe('не тот');
  await password.fill(DEMO_PASSWORD);
  await button(page, 'Sign in').click();
  await page.waitForURL(/\/dashboard$/);
});

it('a promoter saves a contact and an order, and reads how they wait, go and arrive', async () => {
  const app = await openReady();
  const page = await translated(app);
  const name = 'Вера Переводова';
  await goOffline(app);
  await page.goto(app.at('/promo/contacts'));
  await page.getByRole('link', { name: 'Добавить контакт' }).filter({ visible: true }).click();
  await createContact(page, { name, phones: [newPhone(), newPhone()] });
  const card = page.getByRole('article').filter({ hasText: name });
  await card.getByText('Ждет отправки').waitFor();
  await orderDelivery(page, name);
  const waiting = page.getByRole('region', { name: 'Ждут отправки (1)' });
  await waiting.getByText('Уйдет после контакта').waitFor();
  await goOnline(app);
  await page.getByRole('group', { name: /^Заявка \S+ успешно оформлена$/ }).waitFor();
  await waiting.waitFor({ state: 'detached' });
  await page.goto(app.at('/promo/contacts'));
  await card.waitFor();
  expect(await card.getByText('Ждет отправки').count()).toBe(0);
});

it('a moderator pays a request, reads the new sums, and searches the payouts', async () => {
  const server = await ownServer();
  const promoter = await paydayOf(server.origin);
  const report = await promoter.fresh();
  const app = await openSignedIn(`/promo/moderation/report/${report}`, DEMO.moderator, {
    size: DESKTOP,
    server,
  });
  const page = await translated(app);
  await boxes(page).first().waitFor();
  const before = await sumsOf(page);
  await boxes(page).first().click();
  await expect.poll(() => sumsOf(page)).not.toEqual(before);
  const paid = await sumsOf(page);
  await page.reload();
  await boxes(page).first().waitFor();
  expect(await sumsOf(page)).toEqual(paid);
  await page.goto(app.at('/promo/moderation'));
  await page.locator('[data-promoter]').first().waitFor();
  const all = await page.locator('[data-promoter]').count();
  await page.getByRole('searchbox').first().fill(promoter.name);
  await expect.poll(() => page.locator('[data-promoter]').count()).toBeLessThan(all);
  await page.locator('[data-promoter]').first().click();
  await page.getByRole('region', { name: /^Выплата: / }).waitFor();
});

it('an administrator searches users, opens one, and makes and removes a client', async () => {
  const app = await openSignedIn('/users', DEMO.admin, { size: DESKTOP });
  const page = await translated(app);
  await page.locator('[data-user]').first().waitFor();
  await page.getByRole('searchbox').first().fill('admin@example.com');
  await expect.poll(() => page.locator('[data-user]').count()).toBe(1);
  await page.locator('[data-user]').first().click();
  await page.getByRole('region', { name: /^Пользователь: / }).waitFor();
  await page.goto(app.at('/oauth'));
  await isThere(page);
  const client = { name: 'Переводчик', redirect: 'https://shop.example/done' };
  await makeClient(page, client);
  await revealed(page, `Клиент ${client.name} создан`, 'Я скопировал секрет');
  await rowOf(page, 'OAuth clients', client.name).waitFor();
  await button(page, `Удалить: ${client.name}`).click();
  const question = dialog(page, `Удалить клиента ${client.name}?`);
  await question.getByRole('textbox').fill('удалить');
  await button(question, 'Удалить').click();
  await rowOf(page, 'OAuth clients', client.name).waitFor({ state: 'detached' });
});

/** What the report says of its money, in the words that are read. */
const sumsOf = (page: Page) => page.locator('main dl').first().textContent();
