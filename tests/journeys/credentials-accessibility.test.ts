import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { faultsAt, gathering } from '#tests/support/barriers.ts';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import {
  askConsent,
  button,
  CLIENTS,
  consent,
  dialog,
  enterCredentials,
  fillClient,
  makeClient,
  ownThings,
  panel,
  rowOf,
} from '#tests/support/credentials-office.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { closeScene, openScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import { openThirdParty, type ThirdParty } from '#tests/support/third-party.ts';

const APP = 'Учет мастерской с длинным названием';

let stage: Stage;
let scene: Scene;
let third: ThirdParty;

beforeAll(async () => {
  stage = await raiseStage();
  third = await openThirdParty('profile promo warehouse');
  const own = await ownThings(stage.server.origin);
  third.register(stage.server.origin, await own.makeClient({ name: APP, redirect: third.redirect }));
  await own.makeToken('Бухгалтерия', ['integration', 'profile']);
  const page = await stage.browser.open(third.origin);
  await askConsent(page, third);
  await consent(page, DEMO.admin);
  await page.getByRole('heading', { name: 'Подключено' }).waitFor();
  await page.close();
});
afterEach(() => closeScene(stage, scene));
afterAll(async () => {
  await third.close();
  await stage.end();
});

const SIZES = [
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
] as const;

it.each(SIZES)('the page that refuses to ask has no barrier on %s, in both themes', async (_name, size) => {
  scene = await openScene(stage, '/login', size);
  const { page } = scene;
  await page.goto(`${scene.proxy.origin}/oauth/authorize?client_id=999999`);
  await page.getByRole('heading', { name: 'Приложение неизвестно' }).waitFor();
  expect(await faultsAt(page, 'no consent')).toEqual([]);
});

/** Presses a button of a dialog that closes it. */
async function put(form: Locator, name: string): Promise<void> {
  await button(form, name).click();
  await form.waitFor({ state: 'detached' });
}

it.each(SIZES)('clients and their dialogs have no barrier on %s, in both themes', async (_name, size) => {
  scene = await enterCredentials(stage, { size });
  const { page } = scene;
  const { faults, look } = gathering(page);
  await rowOf(page, 'Authorized applications', APP).first().waitFor();
  await look('panels');
  const form = await fillClient(page, { name: 'Отклоненный', redirect: 'http://evil.example' });
  await form.getByText(/^Похоже на ошибку: /).waitFor();
  await look('client, doubt');
  await button(form, 'Создать').click();
  await form.getByRole('alert').waitFor();
  await look('client, refused');
  scene.proxy.spoil({ path: CLIENTS, method: 'POST', fault: { status: 422, json: 'nothing' } });
  await button(form, 'Создать').click();
  await form.getByText('Something went wrong. Please try again.').waitFor();
  await look('client, refused without words');
  await form.getByRole('textbox', { name: 'Название' }).fill('');
  await button(form, 'Создать').click();
  await form.getByRole('alert').first().waitFor();
  await look('client, not filled');
  await put(form, 'Отмена');

  await page.reload();
  const name = `Секретный ${size.width}`;
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

it.each(SIZES)(
  'applications, tokens and their dialogs have no barrier on %s, in both themes',
  async (_name, size) => {
    scene = await enterCredentials(stage, { size });
    const { page } = scene;
    const { faults, look } = gathering(page);
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
  },
);

it.each(SIZES)('what is not there is said without a barrier on %s, in both themes', async (_name, size) => {
  scene = await enterCredentials(stage, { size });
  const { page, proxy } = scene;
  const none = { status: 404, json: { message: 'no route' } };
  proxy.spoil({ path: CLIENTS, fault: none, times: 1000 });
  proxy.spoil({ path: /^\/oauth\/tokens/, fault: { status: 500, json: {} }, times: 1000 });
  await page.reload();
  await panel(page, 'OAuth clients').getByText('Этот сервер не дает управлять этим отсюда.').waitFor();
  await panel(page, 'Authorized applications').getByRole('alert').waitFor();
  expect(await faultsAt(page, 'missing and broken')).toEqual([]);
});
