/** What every state of the credentials' screen says, and that everybody can use it. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { faultsAt } from './support/accessibility.ts';
import { type App, button, closeApp, openOther, sharedBrowser, sharedServer } from './support/app.ts';
import {
  askConsent,
  CLIENTS,
  clientId,
  consent,
  dialog,
  fillClient,
  makeClient,
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

describe('the words of', () => {
  const NAME = 'Склад';
  const WHOOPS = 'Whoops! Something went wrong!';
  const GENERIC = 'Something went wrong. Please try again.';

  const { says, lacks, unread } = wordsOf(CREDENTIALS);

  let app: App;
  let page: App['page'];

  beforeAll(async () => {
    app = await openCredentials(undefined, DEMO.moderator);
    page = app.page;
    return () => closeApp(app);
  });

  /** The language in which readers are told to say a text. */
  const languageOf = (text: string) =>
    page.getByText(text, { exact: true }).evaluate(each => each.closest<HTMLElement>('[lang]')?.lang);

  it('the panels, the English words said in English', async () => {
    await says(page, 'credentials');
    for (const name of ['OAuth clients', 'Authorized applications', 'Personal access tokens'])
      expect(await languageOf(name)).toBe('en');
    expect(await languageOf('Клиентов пока нет')).toBe('ru');
  });

  it('a client: refused, refused without words, made, and asked to be deleted', async () => {
    const third = await openThirdParty('profile');
    const form = await fillClient(page, { name: NAME, redirect: 'ftp://shop.example' });
    await says(page, 'client, new');
    await lacks(page, 'client, refused');
    await button(form, 'Создать').click();
    await says(page, 'client, refused');
    await lacks(page, 'client, no error body');
    expect(await languageOf(WHOOPS)).toBe('en');
    app.proxy.spoil({ path: CLIENTS, method: 'POST', fault: { status: 422, json: 'nothing' } });
    await button(form, 'Создать').click();
    await says(page, 'client, no error body');
    expect(await languageOf(GENERIC)).toBe('en');
    await form.getByRole('textbox', { name: 'Адреса возврата' }).fill(third.redirect);
    await lacks(page, 'client, created');
    await button(form, 'Создать').click();
    await form.waitFor({ state: 'detached' });
    await says(page, 'client, created');
    const secret = await revealed(page, `Секрет клиента ${NAME}`);
    third.register(app.proxy.origin, { id: await clientId(page, NAME), secret });
    await lacks(page, 'client, its secret gone');
    await button(page, 'Убрать').click();
    await says(page, 'client, its secret gone');

    const other = await openOther(app, third.origin);
    await askConsent(other, third);
    await says(other, 'consent');
    await consent(other, DEMO.promoter, 'wrong');
    await says(other, 'consent, wrong password');
    await button(page, `Удалить: ${NAME}`).click();
    await says(page, 'client, asked to delete');
    const question = dialog(page, `Удалить клиента ${NAME}?`);
    await question.getByRole('textbox').fill('удалить');
    await button(question, 'Удалить').click();
    await question.waitFor({ state: 'detached' });
    await pressThere(other, third, 'Подключить');
    await says(other, 'consent, unknown application');
    await third.close();
  });

  it('a token: refused, refused without words, told once, and revoked', async () => {
    await button(panel(page, 'Personal access tokens'), 'Создать токен').click();
    const form = dialog(page, 'Новый токен');
    await says(page, 'token, new');
    await form.getByRole('textbox', { name: 'Название' }).fill('Касса');
    await lacks(page, 'token, refused');
    await button(form, 'Создать').click();
    await says(page, 'token, refused');
    await lacks(page, 'token, no error body');
    app.proxy.spoil({ path: TOKENS, method: 'POST', fault: { status: 500, json: 'nothing' } });
    await button(form, 'Создать').click();
    await says(page, 'token, no error body');
    await form.getByRole('checkbox').first().check();
    await lacks(page, 'token, told once');
    await button(form, 'Создать').click();
    await says(page, 'token, told once');
    await button(page, 'Я скопировал токен').click();
    await button(page, 'Отозвать: Касса').click();
    await says(page, 'token, asked to revoke');
    const question = dialog(page, 'Отозвать токен «Касса»?');
    await question.getByRole('textbox').fill('отозвать');
    await lacks(page, 'token, revoked');
    await button(question, 'Отозвать').click();
    await says(page, 'token, revoked');
  });

  it('every place of the table', () => {
    expect([...unread]).toEqual([]);
  });
});

const APP = 'Учет мастерской с длинным названием';

let third: ThirdParty;

beforeAll(async () => {
  third = await openThirdParty('profile promo warehouse');
  const { origin } = await sharedServer();
  const own = await ownThings(origin);
  third.register(origin, await own.makeClient({ name: APP, redirect: third.redirect }));
  await own.makeToken('Отчетность', ['integration', 'profile']);
  const page = await (await sharedBrowser()).open(third.origin);
  await askConsent(page, third);
  await consent(page, DEMO.admin);
  await page.getByRole('heading', { name: 'Подключено' }).waitFor();
  await page.close();
});
afterAll(() => third.close());

it('the panels have no barrier on a desktop either', async () => {
  const { page } = await openCredentials({ size: DESKTOP });
  await rowOf(page, 'Authorized applications', APP).first().waitFor();
  expect(await faultsAt(page, 'panels')).toEqual([]);
});

it('the page that refuses to ask has no barrier', async () => {
  const { page, proxy } = await openCredentials();
  await page.goto(`${proxy.origin}/oauth/authorize?client_id=999999`);
  await page.getByRole('heading', { name: 'Приложение неизвестно' }).waitFor();
  expect(await faultsAt(page, 'no consent')).toEqual([]);
});

/** Presses a button of a dialog that closes it. */
async function put(form: Locator, name: string): Promise<void> {
  await button(form, name).click();
  await form.waitFor({ state: 'detached' });
}

it('clients and their dialogs have no barrier', async () => {
  const { page, proxy } = await openCredentials();
  const faults: string[] = [];
  const look = async (place: string) => faults.push(...(await faultsAt(page, place)));
  await rowOf(page, 'Authorized applications', APP).first().waitFor();
  await look('panels');
  const form = await fillClient(page, { name: 'Отклоненный', redirect: 'http://evil.example' });
  await form.getByText(/^Похоже на ошибку: /).waitFor();
  await look('client, doubt');
  await button(form, 'Создать').click();
  await form.getByRole('alert').waitFor();
  await look('client, refused');
  proxy.spoil({ path: CLIENTS, method: 'POST', fault: { status: 422, json: 'nothing' } });
  await button(form, 'Создать').click();
  await form.getByText('Something went wrong. Please try again.').waitFor();
  await look('client, refused without words');
  await form.getByRole('textbox', { name: 'Название' }).fill('');
  await button(form, 'Создать').click();
  await form.getByRole('alert').first().waitFor();
  await look('client, not filled');
  await put(form, 'Отмена');

  await page.reload();
  const name = 'Секретный';
  await makeClient(page, { name, redirect: third.redirect });
  await look('a secret, hidden');
  await button(page, `Показать: Секрет клиента ${name}`).click();
  await look('a secret, shown');
  await button(page, `Редактировать: ${APP}`).click();
  await look('client, edited');
  await put(dialog(page, `Клиент ${APP}`), 'Отмена');
  await button(page, `Удалить: ${APP}`).click();
  await look('client, asked to delete');
  expect(faults).toEqual([]);
});

it('applications, tokens and their dialogs have no barrier', async () => {
  const { page } = await openCredentials();
  const faults: string[] = [];
  const look = async (place: string) => faults.push(...(await faultsAt(page, place)));
  await button(page, `Отозвать: ${APP}`).first().click();
  await look('application, asked to revoke');
  await put(dialog(page, /^Отозвать доступ/), 'Отмена');
  await button(page, 'Создать токен').click();
  const token = dialog(page, 'Новый токен');
  await token.getByRole('checkbox').first().waitFor();
  await look('token, new');
  await button(token, 'Создать').click();
  await token.getByRole('alert').first().waitFor();
  await look('token, refused');
  await token.getByRole('textbox', { name: 'Название' }).fill('Касса');
  await token.getByRole('checkbox').first().check();
  await put(token, 'Создать');
  await look('token, told once');
  await put(dialog(page, 'Токен «Касса» создан'), 'Я скопировал токен');
  await button(page, 'Отозвать: Касса').first().click();
  await look('token, asked to revoke');
  expect(faults).toEqual([]);
});

it('what is not there is said without a barrier', async () => {
  const { page, proxy } = await openCredentials();
  const none = { status: 404, json: { message: 'no route' } };
  proxy.spoil({ path: CLIENTS, fault: none, times: 1000 });
  proxy.spoil({ path: /^\/oauth\/tokens/, fault: { status: 500, json: {} }, times: 1000 });
  await page.reload();
  await panel(page, 'OAuth clients').getByText('Этот сервер не дает управлять этим отсюда.').waitFor();
  await panel(page, 'Authorized applications').getByRole('alert').waitFor();
  expect(await faultsAt(page, 'missing and broken')).toEqual([]);
});
