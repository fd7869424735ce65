import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { listAuthorizedTokens, listClients, listPersonalTokens, listScopes } from '#contract/credentials.ts';
import { DESKTOP } from '#tests/support/browser.ts';
import {
  allowClipboard,
  button,
  copied,
  dialog,
  enterCredentials,
  isThere,
  makeClient,
  type OwnThings,
  ownThings,
  PANELS,
  panel,
  rowOf,
  toast,
} from '#tests/support/credentials-office.ts';
import { accessTokenOf } from '#tests/support/sign-in.ts';
import { closeScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';

const REDIRECT = 'https://shop.example/callback';
const NOT_OFFERED = 'Этот сервер не дает управлять этим отсюда.';
const MANAGEMENT = [listClients, listAuthorizedTokens, listPersonalTokens, listScopes].map(
  ({ path }) => path,
);

let stage: Stage;
let scene: Scene;
let page: Page;
let own: OwnThings;

beforeAll(async () => {
  stage = await raiseStage();
});
beforeEach(async () => {
  own = await ownThings(stage.server.origin);
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

const enter = async () => {
  scene = await enterCredentials(stage);
  page = scene.page;
};

it('what another tab has revoked or deleted meanwhile is told calmly, and is gone here too', async () => {
  await own.makeToken('Двойной', ['profile']);
  await own.makeClient({ name: 'Двойной клиент', redirect: REDIRECT });
  await enter();
  await button(page, 'Отозвать: Двойной').click();
  const question = dialog(page, 'Отозвать токен «Двойной»?');
  await question.getByRole('textbox').fill('отозвать');
  const other = await stage.browser.open(scene.at('/oauth'), DESKTOP);
  await button(other, 'Отозвать: Двойной').click();
  const theirs = dialog(other, 'Отозвать токен «Двойной»?');
  await theirs.getByRole('textbox').fill('отозвать');
  await button(theirs, 'Отозвать').click();
  await toast(other, 'отозван');
  await other.close();
  await button(question, 'Отозвать').click();
  await toast(page, 'был отозван раньше');
  await rowOf(page, 'Personal access tokens', 'Двойной').waitFor({ state: 'detached' });

  await button(page, 'Редактировать: Двойной клиент').click();
  const form = dialog(page, 'Клиент Двойной клиент');
  await form.getByRole('textbox', { name: 'Название' }).fill('Переименованный');
  await own.deleteClient('Двойной клиент');
  await button(form, 'Сохранить').click();
  await toast(page, 'уже удален');
  await rowOf(page, 'OAuth clients', 'Двойной клиент').waitFor({ state: 'detached' });
  expect(await own.clients()).toEqual([]);
});

it('a client is edited where it stands, and its secret stays what it was', async () => {
  await own.makeClient({ name: 'Прежний', redirect: REDIRECT });
  await enter();
  await button(page, 'Редактировать: Прежний').click();
  const form = dialog(page, 'Клиент Прежний');
  await form.getByRole('textbox', { name: 'Название' }).fill('Новый');
  await form.getByRole('textbox', { name: 'Адреса возврата' }).fill(`${REDIRECT}, http://127.0.0.1:9/b`);
  await button(form, 'Сохранить').click();
  await toast(page, 'изменен');
  const words = (await rowOf(page, 'OAuth clients', 'Новый').textContent()) ?? '';
  expect(words).toContain('http://127.0.0.1:9/b');
  // Nobody knows it any more: the specification's dash.
  expect(words).toMatch(/-\s*$/);
  await own.deleteClient('Новый');
});

it('leaving asks while a secret was not taken, and no more once it was', async () => {
  await enter();
  await makeClient(page, { name: 'Непрочитанный', redirect: REDIRECT });
  const away = page.getByRole('link', { name: 'Пользователи' });
  const question = dialog(page, 'Уйти, не взяв секрет?');
  await away.click();
  expect(await question.textContent()).toContain('Непрочитанный');
  await button(question, 'Остаться').click();
  await question.waitFor({ state: 'detached' });
  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const closing = await asked;
  expect(closing.type()).toBe('beforeunload');
  await closing.dismiss();
  await allowClipboard(stage.browser, scene.proxy.origin);
  const secret = await copied(page, 'Секрет клиента Непрочитанный');
  expect(secret.length).toBeGreaterThan(30);
  await away.click();
  await page.getByRole('heading', { name: 'Пользователи', level: 1 }).waitFor();
  expect(await question.count()).toBe(0);
  await page.goBack();
  await isThere(page);
  expect(await page.content()).not.toContain(secret);
});

it('going back asks while a new token is shown', async () => {
  await enter();
  await page.goto(scene.at('/users'));
  await page.getByRole('heading', { name: 'Пользователи', level: 1 }).waitFor();
  await page.getByRole('button', { name: /^Профиль: / }).click();
  await page.getByRole('menuitem', { name: 'Приложения и токены' }).click();
  await isThere(page);
  await button(page, 'Создать токен').click();
  const form = dialog(page, 'Новый токен');
  await form.getByRole('textbox', { name: 'Название' }).fill('Оставленный');
  await form.getByRole('checkbox').first().check();
  await button(form, 'Создать').click();
  const once = dialog(page, 'Токен «Оставленный» создан');
  await once.waitFor();
  await page.evaluate(() => window.history.back());
  const question = dialog(page, 'Уйти, не скопировав токен?');
  await button(question, 'Остаться').click();
  await question.waitFor({ state: 'detached' });
  expect(await once.isVisible()).toBe(true);
  await button(once, 'Я скопировал токен').click();
  await page.evaluate(() => window.history.back());
  await page.getByRole('heading', { name: 'Пользователи', level: 1 }).waitFor();
  await own.revokeToken('Оставленный');
});

it('whoever works as another user reads that this is not theirs to see, and a direct call is refused', async () => {
  await enter();
  await page.goto(scene.at('/users'));
  await page.getByRole('button', { name: /^Войти как Семён/ }).click();
  await button(dialog(page, /^Авторизоваться/), 'Войти').click();
  await page.getByRole('region', { name: 'Работа под другим пользователем' }).waitFor();
  const askedFor = () => MANAGEMENT.flatMap(path => scene.proxy.passages(path)).length;
  const before = askedFor();
  await page.getByRole('button', { name: /^Профиль: / }).click();
  await page.getByRole('menuitem', { name: 'Приложения и токены' }).click();
  await page
    .getByText(/^Вы работаете под другим пользователем\. Приложения и токены у каждого свои/)
    .waitFor();
  for (const name of PANELS) expect(await panel(page, name).count()).toBe(0);
  expect(askedFor()).toBe(before);
  const headers = { authorization: `Bearer ${await accessTokenOf(page)}` };
  const answers = await Promise.all(
    MANAGEMENT.map(path => fetch(`${stage.server.origin}${path}`, { headers })),
  );
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

it('a server without these calls is said to have none, panel by panel', async () => {
  await enter();
  for (const path of MANAGEMENT) {
    const fault = { status: 404, json: { message: 'The route could not be found.' } };
    scene.proxy.spoil({ path, fault, times: Number.POSITIVE_INFINITY });
  }
  await page.reload();
  for (const name of PANELS) {
    await panel(page, name).getByText(NOT_OFFERED).waitFor();
    expect(await panel(page, name).getByRole('button').count()).toBe(0);
  }
});
