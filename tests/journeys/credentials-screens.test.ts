/** What every state of the credentials' screen says, and that everybody can use it. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { faultsInBothSizes } from './support/accessibility.ts';
import { type App, button, openSecondPage, sharedBrowser, sharedServer } from './support/app.ts';
import {
  askConsent,
  CLIENTS,
  clientId,
  consent,
  dialog,
  fillClient,
  openCredentials,
  ownThings,
  panel,
  pressThere,
  revealed,
  rowOf,
  TOKENS,
} from './support/credentials.ts';
import { openThirdParty, type ThirdParty } from './support/third-party.ts';
import { CREDENTIALS, wordsOf } from './support/verbatim.ts';

const APP = 'Учет мастерской с длинным названием';
const NAME = 'Склад';
const WHOOPS = 'Whoops! Something went wrong!';
const GENERIC = 'Something went wrong. Please try again.';

const { says, lacks, unread } = wordsOf(CREDENTIALS);

let third: ThirdParty;
let app: App;
let page: Page;
let faults: string[];

/** Somebody with an application and a token, and no client yet. */
beforeAll(async () => {
  third = await openThirdParty('profile promo warehouse');
  const { origin } = await sharedServer();
  const own = await ownThings(origin);
  third.register(origin, await own.makeClient({ name: APP, redirect: third.redirect }));
  await (await ownThings(origin, DEMO.moderator)).makeToken('Отчетность', ['profile']);
  const asked = await (await sharedBrowser()).open(third.origin);
  await askConsent(asked, third);
  await consent(asked, DEMO.moderator);
  await asked.getByRole('heading', { name: 'Подключено' }).waitFor();
  await asked.close();
});
afterAll(() => third.close());

beforeEach(async () => {
  faults = [];
  app = await openCredentials(undefined, DEMO.moderator);
  page = app.page;
  await rowOf(page, 'Authorized applications', APP).first().waitFor();
});

const look = async (place: string) => faults.push(...(await faultsInBothSizes(page, place)));

/** The language in which readers are told to say a text. */
const languageOf = (text: string) =>
  page.getByText(text, { exact: true }).evaluate(each => each.closest<HTMLElement>('[lang]')?.lang);

/** Presses a button of a dialog that closes it. */
async function put(form: Locator, name: string): Promise<void> {
  await button(form, name).click();
  await form.waitFor({ state: 'detached' });
}

it('clients say what they owe and have no barrier: refused, made, edited, asked for consent, deleted', async () => {
  await says(page, 'credentials');
  for (const name of ['OAuth clients', 'Authorized applications', 'Personal access tokens'])
    expect(await languageOf(name)).toBe('en');
  expect(await languageOf('Клиентов пока нет')).toBe('ru');
  await look('panels');

  const shop = await openThirdParty('profile');
  const form = await fillClient(page, { name: NAME, redirect: 'http://evil.example' });
  await says(page, 'client, new');
  await form.getByText(/^Похоже на ошибку: /).waitFor();
  await look('client, doubt');
  await lacks(page, 'client, refused');
  await button(form, 'Создать').click();
  await says(page, 'client, refused');
  await lacks(page, 'client, no error body');
  expect(await languageOf(WHOOPS)).toBe('en');
  await look('client, refused');
  app.proxy.addFault({ path: CLIENTS, method: 'POST', fault: { status: 422, json: 'nothing' } });
  await button(form, 'Создать').click();
  await says(page, 'client, no error body');
  expect(await languageOf(GENERIC)).toBe('en');
  await look('client, refused without words');
  await form.getByRole('textbox', { name: 'Название' }).fill('');
  await button(form, 'Создать').click();
  await form.getByRole('alert').first().waitFor();
  await look('client, not filled');
  await form.getByRole('textbox', { name: 'Название' }).fill(NAME);
  await form.getByRole('textbox', { name: 'Адреса возврата' }).fill(shop.redirect);
  await lacks(page, 'client, created');
  await put(form, 'Создать');
  await says(page, 'client, created');
  await look('a secret');
  const secret = await revealed(page, `Клиент ${NAME} создан`, 'Я скопировал секрет');
  shop.register(app.proxy.origin, { id: await clientId(page, NAME), secret });
  await says(page, 'client, its secret gone');
  await page.setViewportSize(DESKTOP);
  await look('panels on a desktop');
  await page.setViewportSize(PHONE);
  await button(page, `Редактировать: ${NAME}`).click();
  await look('client, edited');
  await put(dialog(page, `Клиент ${NAME}`), 'Отмена');

  const other = await openSecondPage(app, shop.origin);
  await askConsent(other, shop);
  await says(other, 'consent');
  await consent(other, DEMO.promoter, 'wrong');
  await says(other, 'consent, wrong password');
  await button(page, `Удалить: ${NAME}`).click();
  await says(page, 'client, asked to delete');
  await look('client, asked to delete');
  const question = dialog(page, `Удалить клиента ${NAME}?`);
  await question.getByRole('textbox').fill('удалить');
  await put(question, 'Удалить');
  await pressThere(other, shop, 'Подключить');
  await says(other, 'consent, unknown application');
  faults.push(...(await faultsInBothSizes(other, 'no consent')));
  await shop.close();
  expect(faults).toEqual([]);
});

it('applications and tokens say what they owe and have no barrier: refused, told once, revoked', async () => {
  await button(page, `Отозвать: ${APP}`).first().click();
  await look('application, asked to revoke');
  await put(dialog(page, /^Отозвать доступ/), 'Отмена');
  await button(panel(page, 'Personal access tokens'), 'Создать токен').click();
  const form = dialog(page, 'Новый токен');
  await says(page, 'token, new');
  await look('token, new');
  await form.getByRole('textbox', { name: 'Название' }).fill('Касса');
  await lacks(page, 'token, refused');
  await button(form, 'Создать').click();
  await says(page, 'token, refused');
  await lacks(page, 'token, no error body');
  await look('token, refused');
  app.proxy.addFault({ path: TOKENS, method: 'POST', fault: { status: 500, json: 'nothing' } });
  await button(form, 'Создать').click();
  await says(page, 'token, no error body');
  await form.getByRole('checkbox').first().check();
  await lacks(page, 'token, told once');
  await button(form, 'Создать').click();
  await says(page, 'token, told once');
  await look('token, told once');
  await put(dialog(page, 'Токен «Касса» создан'), 'Я скопировал токен');
  await button(page, 'Отозвать: Касса').first().click();
  await says(page, 'token, asked to revoke');
  await look('token, asked to revoke');
  const question = dialog(page, 'Отозвать токен «Касса»?');
  await question.getByRole('textbox').fill('отозвать');
  await lacks(page, 'token, revoked');
  await button(question, 'Отозвать').click();
  await says(page, 'token, revoked');
  expect(faults).toEqual([]);
});

it('every place of the table was asserted', () => {
  expect([...unread]).toEqual([]);
});

it('what is not there is said without a barrier', async () => {
  const none = { status: 404, json: { message: 'no route' } };
  app.proxy.addFault({ path: CLIENTS, fault: none, times: 1000 });
  app.proxy.addFault({ path: /^\/oauth\/tokens/, fault: { status: 500, json: {} }, times: 1000 });
  await page.reload();
  await panel(page, 'OAuth clients').getByText('Этот сервер не дает управлять этим отсюда.').waitFor();
  await panel(page, 'Authorized applications').getByRole('alert').waitFor();
  expect(await faultsInBothSizes(page, 'missing and broken')).toEqual([]);
});
