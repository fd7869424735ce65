import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { DESKTOP } from '#tests/support/browser.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { type App, button, openApp, openSecondPage, sharedServer } from './support/app.ts';
import {
  askConsent,
  clientId,
  consent,
  dialog,
  goByMenu,
  makeClient,
  openCredentials,
  ownThings,
  pressThere,
  revealed,
  rowOf,
  saysThere,
  toast,
} from './support/credentials.ts';
import { openThirdParty, type ThirdParty } from './support/third-party.ts';

const NAME = 'Учет мастерской';
const READ = 'Прочитать телефоны';
const REFRESH = 'Обновить доступ';

let app: App;
let third: ThirdParty;

/** The promoter comes to the page of consent, mistypes the password, then agrees. */
async function connect(page: Page, name: string): Promise<void> {
  await askConsent(page, third);
  const asked = (await page.getByRole('main').textContent()) ?? '';
  for (const words of [name, 'Захар Тихий', new URL(third.origin).host, 'Видеть ваше имя, e-mail и роль'])
    expect(asked).toContain(words);
  await consent(page, DEMO.promoter, 'not it');
  await page.getByRole('alert').getByText('Неверный e-mail или пароль.').waitFor();
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(DEMO.promoter);
  await expect.poll(() => page.getByLabel('Пароль').inputValue()).toBe('');
  await consent(page, DEMO.promoter);
  await page.getByRole('heading', { name: 'Подключено' }).waitFor();
}

/** The promoter, who had been nobody to our page till now, sees the application there and ends it. */
async function revokeThere(page: Page, name: string): Promise<void> {
  await page.goto(app.at('/login'));
  await signIn(page, DEMO.promoter);
  await goByMenu(page);
  const row = rowOf(page, 'Authorized applications', name);
  const words = (await row.textContent()) ?? '';
  expect(words).toContain('Видеть ваше имя, e-mail и роль');
  expect(words).toContain('Видеть и менять ваши телефоны, видеть и оформлять заявки');
  await button(row, `Отозвать: ${name}`).click();
  await button(dialog(page, `Отозвать доступ приложения «${name}»?`), 'Отозвать').click();
  await toast(page, 'отозван');
  await row.waitFor({ state: 'detached' });
}

it('an application is registered, authorized from its own site, revoked at once, denied, and deleted', async () => {
  third = await openThirdParty('profile promo');
  onTestFinished(() => third.close());
  app = await openApp('/login');
  const { page } = app;
  // The promoter's browser: another one than the administrator's, with nobody signed in.
  const other = await openSecondPage(app, third.origin);
  await signIn(page, DEMO.admin);
  await goByMenu(page);
  await makeClient(page, { name: NAME, redirect: third.redirect });
  const secret = await revealed(page, `Клиент ${NAME} создан`, 'Я скопировал секрет');
  third.register(app.proxy.origin, { id: await clientId(page, NAME), secret });

  await connect(other, NAME);
  expect(await pressThere(other, third, READ)).toBe('Телефоны: 200');
  expect(await pressThere(other, third, REFRESH)).toBe('Доступ обновлен');
  expect(await pressThere(other, third, READ)).toBe('Телефоны: 200');
  await revokeThere(other, NAME);
  expect(await pressThere(other, third, READ)).toBe('Телефоны: 401');
  expect(await pressThere(other, third, REFRESH)).toBe('Ошибка: invalid_grant');

  await askConsent(other, third);
  await button(other, 'Отказать').click();
  await expect.poll(() => saysThere(other)).toBe('Ошибка: access_denied');
  expect(await pressThere(other, third, READ)).toBe('Телефоны: 401');

  await askConsent(other, third);
  await consent(other, DEMO.promoter);
  await other.getByRole('heading', { name: 'Подключено' }).waitFor();
  expect(await pressThere(other, third, READ)).toBe('Телефоны: 200');
  await button(page, `Удалить: ${NAME}`).click();
  const question = dialog(page, `Удалить клиента ${NAME}?`);
  await expect.poll(() => button(question, 'Удалить').isDisabled()).toBe(true);
  await question.getByRole('textbox').fill('удалить');
  await button(question, 'Удалить').click();
  await rowOf(page, 'OAuth clients', NAME).waitFor({ state: 'detached' });
  expect(await pressThere(other, third, READ)).toBe('Телефоны: 401');
  expect(await pressThere(other, third, REFRESH)).toBe('Ошибка: invalid_client');
  expect(await pressThere(other, third, 'Подключить')).toBe('Приложение неизвестно');
  expect(new URL(other.url()).origin).toBe(app.proxy.origin);
});

it('a token that another tab has revoked meanwhile is told calmly, and is gone here too', async () => {
  await (await ownThings((await sharedServer()).origin)).makeToken('Двойной', ['profile']);
  const { page, browser, at } = await openCredentials({ size: DESKTOP });
  const ask = async (tab: Page) => {
    await button(tab, 'Отозвать: Двойной').click();
    const question = dialog(tab, 'Отозвать токен «Двойной»?');
    await question.getByRole('textbox').fill('отозвать');
    return question;
  };
  const here = await ask(page);
  const other = await browser.open(at('/oauth'), DESKTOP);
  await button(await ask(other), 'Отозвать').click();
  await toast(other, 'отозван');
  await button(here, 'Отозвать').click();
  await toast(page, 'был отозван раньше');
  await rowOf(page, 'Personal access tokens', 'Двойной').waitFor({ state: 'detached' });
});
