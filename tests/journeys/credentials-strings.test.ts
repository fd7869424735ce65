import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PHONE } from '#tests/support/browser.ts';
import {
  askConsent,
  button,
  CLIENTS,
  clientId,
  consent,
  dialog,
  enterCredentials,
  fillClient,
  panel,
  pressThere,
  revealed,
  TOKENS,
} from '#tests/support/credentials-office.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { closeScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import { openThirdParty } from '#tests/support/third-party.ts';
import { CREDENTIALS, missingWords } from './verbatim.ts';

type Place = keyof typeof CREDENTIALS;

const APP = 'Склад';
const WHOOPS = 'Whoops! Something went wrong!';
const GENERIC = 'Something went wrong. Please try again.';

let stage: Stage;
let scene: Scene;
let page: Page;
const found = new Map<Place, readonly string[]>();

beforeAll(async () => {
  stage = await raiseStage();
  // Cards name each value beside it.
  scene = await enterCredentials(stage, { size: PHONE });
  page = scene.page;
});
afterAll(async () => {
  const rows = [...found].flatMap(([place, words]) => words.map(word => `  ${place.padEnd(30)} ${word}`));
  process.stdout.write(`\nVerbatim strings of credentials (${rows.length} asserted)\n${rows.join('\n')}\n`);
  await closeScene(stage, scene);
  await stage.end();
});

/** What stands there to be seen, and the names for readers. */
async function words(on: Page): Promise<string> {
  return on.evaluate(() => {
    const isShown = (each: Element) => each.checkVisibility({ visibilityProperty: true });
    const named = [...document.querySelectorAll('[aria-label]')].filter(isShown).map(each => each.ariaLabel);
    return [document.body.textContent, ...named].join(' ');
  });
}

async function says(place: Place, on: Page = page): Promise<void> {
  await expect.poll(async () => missingWords(place, await words(on)), { timeout: 15_000 }).toEqual([]);
  found.set(place, CREDENTIALS[place]);
}

const lacks = async (place: Place) => expect(missingWords(place, await words(page))).not.toEqual([]);

/** The language in which readers are told to say a text. */
const languageOf = (text: string) =>
  page.getByText(text, { exact: true }).evaluate(each => each.closest<HTMLElement>('[lang]')?.lang);

it('the words of the panels, the English ones said in English', async () => {
  await says('credentials');
  for (const name of ['OAuth clients', 'Authorized applications', 'Personal access tokens'])
    expect(await languageOf(name)).toBe('en');
  expect(await languageOf('Клиентов пока нет')).toBe('ru');
});

it('the words of a client: refused, refused without words, made, and asked to be deleted', async () => {
  const third = await openThirdParty('profile');
  const form = await fillClient(page, { name: APP, redirect: 'ftp://shop.example' });
  await says('client, new');
  await lacks('client, refused');
  await button(form, 'Создать').click();
  await says('client, refused');
  await lacks('client, no error body');
  expect(await languageOf(WHOOPS)).toBe('en');
  scene.proxy.spoil({ path: CLIENTS, method: 'POST', fault: { status: 422, json: 'nothing' } });
  await button(form, 'Создать').click();
  await says('client, no error body');
  expect(await languageOf(GENERIC)).toBe('en');
  await form.getByRole('textbox', { name: 'Адреса возврата' }).fill(third.redirect);
  await lacks('client, created');
  await button(form, 'Создать').click();
  await form.waitFor({ state: 'detached' });
  await says('client, created');
  const secret = await revealed(page, `Секрет клиента ${APP}`);
  third.register(scene.proxy.origin, { id: await clientId(page, APP), secret });
  await lacks('client, its secret gone');
  await button(page, 'Убрать').click();
  await says('client, its secret gone');

  const other = await stage.browser.open(third.origin);
  await askConsent(other, third);
  await says('consent', other);
  await consent(other, DEMO.promoter, 'wrong');
  await says('consent, wrong password', other);
  await button(page, `Удалить: ${APP}`).click();
  await says('client, asked to delete');
  const question = dialog(page, `Удалить клиента ${APP}?`);
  await question.getByRole('textbox').fill('удалить');
  await button(question, 'Удалить').click();
  await question.waitFor({ state: 'detached' });
  await pressThere(other, third, 'Подключить');
  await says('consent, unknown application', other);
  await other.close();
  await third.close();
});

it('the words of a token: refused, refused without words, told once, and revoked', async () => {
  await button(panel(page, 'Personal access tokens'), 'Создать токен').click();
  const form = dialog(page, 'Новый токен');
  await says('token, new');
  await form.getByRole('textbox', { name: 'Название' }).fill('Касса');
  await lacks('token, refused');
  await button(form, 'Создать').click();
  await says('token, refused');
  await lacks('token, no error body');
  scene.proxy.spoil({ path: TOKENS, method: 'POST', fault: { status: 500, json: 'nothing' } });
  await button(form, 'Создать').click();
  await says('token, no error body');
  await form.getByRole('checkbox').first().check();
  await lacks('token, told once');
  await button(form, 'Создать').click();
  await says('token, told once');
  await button(page, 'Я скопировал токен').click();
  await button(page, 'Отозвать: Касса').click();
  await says('token, asked to revoke');
  const question = dialog(page, 'Отозвать токен «Касса»?');
  await question.getByRole('textbox').fill('отозвать');
  await lacks('token, revoked');
  await button(question, 'Отозвать').click();
  await says('token, revoked');
});

it('every word of the table was asserted', () => {
  expect(Object.keys(CREDENTIALS).filter(place => !found.has(place as Place))).toEqual([]);
});
