import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { revoke } from '#tests/support/ask-server.ts';
import {
  button,
  CLIENTS,
  dialog,
  enterCredentials,
  fillClient,
  type OwnThings,
  ownThings,
  panel,
  rowOf,
} from '#tests/support/credentials-office.ts';
import { accessTokenOf, DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import { closeScene, findNetwork, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';

const WHOOPS = 'Whoops! Something went wrong!';
const REDIRECT = 'http://localhost:4711/callback';

let stage: Stage;
let scene: Scene;
let page: Page;
let own: OwnThings;

beforeAll(async () => {
  stage = await raiseStage();
});
beforeEach(async () => {
  own = await ownThings(stage.server.origin);
  scene = await enterCredentials(stage);
  page = scene.page;
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

const posts = () => scene.proxy.passages(CLIENTS).filter(({ method }) => method === 'POST').length;
const named = async (name: string) => (await own.clients()).filter(each => each === name).length;
const form = () => dialog(page, 'Новый клиент');
const submit = () => button(form(), 'Создать');
const box = () => form().getByRole('alert', { name: WHOOPS });
const listed = (name: string) => rowOf(page, 'OAuth clients', name).waitFor();

it('a client whose answer was lost is looked for in the list, and not made again', async () => {
  scene.proxy.spoil({ path: CLIENTS, method: 'POST', fault: 'lose-answer' });
  await fillClient(page, { name: 'Потерянный', redirect: REDIRECT });
  await submit().click();
  await form()
    .getByText(/Список прочитан заново: клиент создан, но без его секрета\./)
    .waitFor();
  expect(await submit().isDisabled()).toBe(true);
  expect([posts(), await named('Потерянный')]).toEqual([1, 1]);
  await button(form(), 'Закрыть').last().click();
  await listed('Потерянный');
});

it('a client is made once though the server loses its power in the middle, and nobody can read the list', async () => {
  const { proxy } = scene;
  proxy.spoil({ path: CLIENTS, method: 'POST', fault: 'lose-answer' });
  proxy.spoil({ path: CLIENTS, method: 'GET', fault: 'lose-request', times: Number.POSITIVE_INFINITY });
  await fillClient(page, { name: 'Обесточенный', redirect: REDIRECT });
  await submit().click();
  await form()
    .getByText(/Список сейчас не прочитать, перед повтором он будет проверен\.$/)
    .waitFor();
  await stage.server.kill();
  await stage.server.start();
  proxy.heal();
  await findNetwork(scene);
  await expect.poll(() => submit().isEnabled()).toBe(true);
  await submit().click();
  await form()
    .getByText(/Список прочитан заново: клиент создан, но без его секрета\./)
    .waitFor();
  expect([posts(), await named('Обесточенный')]).toEqual([1, 1]);
});

it('a client that the server never heard of is made by the second press alone', async () => {
  scene.proxy.spoil({ path: CLIENTS, method: 'POST', fault: 'lose-request' });
  await fillClient(page, { name: 'Недошедший', redirect: REDIRECT });
  await submit().click();
  await form()
    .getByText(/Список прочитан заново: такого клиента в нем нет, можно повторить\.$/)
    .waitFor();
  expect(await named('Недошедший')).toBe(0);
  await submit().click();
  await form().waitFor({ state: 'detached' });
  await listed('Недошедший');
  expect([posts(), await named('Недошедший')]).toEqual([2, 1]);
});

it('what the server refuses stands in the red box, an answer of no shape in its own words, and the form stays', async () => {
  await fillClient(page, { name: 'Отклоненный', redirect: 'http://evil.example/back' });
  await form()
    .getByText(/^Похоже на ошибку: /)
    .waitFor();
  await submit().click();
  await box().waitFor();
  expect(await box().getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/[а-я]{4}.*http/i),
  ]);
  expect(await box().evaluate(each => each === document.activeElement)).toBe(true);
  for (const json of ['nothing', null, ['a', 'b']]) {
    scene.proxy.spoil({ path: CLIENTS, method: 'POST', fault: { status: 422, json } });
    await submit().click();
    await box().getByText('Something went wrong. Please try again.', { exact: true }).waitFor();
    expect(await box().getByRole('listitem').count()).toBe(0);
    await form()
      .getByRole('textbox', { name: 'Название' })
      .fill(`Отклоненный ${String(json)}`);
  }
  const errors = { name: ['Имя занято', 'Имя занято'], redirect: ['Не адрес'] };
  scene.proxy.spoil({
    path: CLIENTS,
    method: 'POST',
    fault: { status: 422, json: { message: 'no', errors } },
  });
  await submit().click();
  await box().getByText('Не адрес').waitFor();
  expect(await box().getByRole('listitem').allTextContents()).toEqual(['Имя занято', 'Не адрес']);
  await form().getByRole('textbox', { name: 'Название' }).fill('Исправленный');
  await form().getByRole('textbox', { name: 'Адреса возврата' }).fill(REDIRECT);
  await submit().click();
  await listed('Исправленный');
});

it('without a network everything says why it cannot, keeps what was typed, and goes on with the network', async () => {
  await own.makeToken('Бессвязный', ['profile']);
  await page.reload();
  await rowOf(page, 'Personal access tokens', 'Бессвязный').waitFor();
  await fillClient(page, { name: 'Без связи', redirect: REDIRECT });
  await scene.proxy.goOffline();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await form().getByText('Нет связи: действие сейчас недоступно').waitFor();
  expect(await submit().isDisabled()).toBe(true);
  await form().getByRole('textbox', { name: 'Название' }).press('Enter');
  await page.keyboard.press('Escape');
  const tokens = panel(page, 'Personal access tokens');
  await tokens.getByText('Нет связи: действие сейчас недоступно').waitFor();
  await button(tokens, 'Создать токен').click();
  const unmade = dialog(page, 'Новый токен');
  await unmade.getByText('Нет связи: действие сейчас недоступно').waitFor();
  expect(await button(unmade, 'Создать').isDisabled()).toBe(true);
  // A name that was left empty is told at its field, and the button is still where it was pressed.
  await button(unmade, 'Отмена').click();
  await unmade.waitFor({ state: 'detached' });
  expect(await button(tokens, 'Отозвать: Бессвязный').isDisabled()).toBe(true);
  await button(panel(page, 'OAuth clients'), 'Создать клиента').click();
  expect(await form().getByRole('textbox', { name: 'Название' }).inputValue()).toBe('Без связи');
  await findNetwork(scene);
  await expect.poll(() => submit().isEnabled()).toBe(true);
  await submit().click();
  await listed('Без связи');
  expect([posts(), await named('Без связи')]).toEqual([1, 1]);
  await expect.poll(() => button(tokens, 'Отозвать: Бессвязный').isEnabled()).toBe(true);
});

it('a session that ends meanwhile is taken up again over the form, and the client is made then', async () => {
  await fillClient(page, { name: 'После перерыва', redirect: REDIRECT });
  await revoke(stage.server.origin, await accessTokenOf(page));
  const sheet = dialog(page, 'Вход');
  // The save meets the end of the session, or what the page asks for by itself does, a moment before.
  await submit()
    .click({ timeout: 3_000 })
    .catch(() => sheet.waitFor());
  await sheet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await sheet.getByRole('button', { name: 'Sign in' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await form().getByRole('textbox', { name: 'Название' }).inputValue()).toBe('После перерыва');
  expect(await named('После перерыва')).toBe(0);
  await expect.poll(() => submit().isEnabled()).toBe(true);
  await submit().click();
  await listed('После перерыва');
  expect(await named('После перерыва')).toBe(1);
});
