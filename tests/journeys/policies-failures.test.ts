import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { AUTH_STORAGE_KEY } from '#api/auth-state.ts';
import { revoke } from '#tests/support/ask-server.ts';
import { DESKTOP } from '#tests/support/browser.ts';
import { everythingStored } from '#tests/support/everything-stored.ts';
import {
  barSays,
  button,
  enterPolicies,
  nameField,
  type PolicyWitness,
  payPolicy,
  policyWitness,
  rename,
  SAVE,
  save,
} from '#tests/support/policy-office.ts';
import { DEMO, DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import { closeScene, findNetwork, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';

let stage: Stage;
let scene: Scene;
let witness: PolicyWitness;

beforeAll(async () => {
  stage = await raiseStage();
});
beforeEach(async () => {
  witness = await policyWitness(stage.server.origin);
  await witness.save(payPolicy(7, 'Выплаты'));
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

const open = async (email: string = DEMO.admin) => {
  scene = await enterPolicies(stage, { path: '/abac?policy=7', email });
  return scene.page;
};
const saves = () => scene.proxy.passages(SAVE).length;
const stored = async () => (await witness.all()).find(({ id }) => id === 7);
const bar = () => scene.page.getByRole('region', { name: 'Сохранение' });
const toast = (words: string) => scene.page.locator('.Toastify').getByText(words).first().waitFor();
/** A draft is on the device a second after the last keystroke; nothing on the screen says when. */
const draftKept = (words: string) => expect.poll(() => everythingStored(scene.page)).toContain(words);

it('a save that fails says so in words, keeps the work, and is tried again', async () => {
  const page = await open();
  const { version = 0 } = (await stored()) ?? {};
  await rename(page, 'Выплаты ночью');
  scene.proxy.spoil({ path: SAVE, fault: { status: 500, json: { message: 'Server Error' } } });
  await save(page);
  await toast('Ошибка');
  await toast('обработки запроса');
  await bar().getByText('Не сохранено.', { exact: true }).waitFor();
  await bar().getByText('Сервер не смог сохранить.').waitFor();
  expect(await nameField(page).inputValue()).toBe('Выплаты ночью');
  expect(await stored()).toMatchObject({ name: 'Выплаты', version });

  const errors = { 'policyData.name': ['Такое название уже есть'] };
  scene.proxy.spoil({ path: SAVE, fault: { status: 422, json: { message: 'invalid', errors } } });
  await save(page);
  await bar().getByText('Такое название уже есть').waitFor();
  await bar().getByText('Изменения остались здесь.').waitFor();
  await save(page);
  await barSays(page, 'Все сохранено');
  expect(await bar().getByText('Не сохранено.', { exact: true }).count()).toBe(0);
  expect(await stored()).toMatchObject({ name: 'Выплаты ночью', version: version + 1 });
});

it('a save whose answer is lost is found out, and nothing is saved twice', async () => {
  const page = await open();
  const { version = 0 } = (await stored()) ?? {};
  await rename(page, 'Выплаты днем');
  scene.proxy.spoil({ path: SAVE, fault: 'lose-answer' });
  await save(page);
  await barSays(page, 'Все сохранено');
  await toast('успешно сохранена');
  expect(saves()).toBe(1);
  expect(await stored()).toMatchObject({ name: 'Выплаты днем', version: version + 1 });
  await rename(page, 'Выплаты вечером');
  await save(page);
  await barSays(page, 'Все сохранено');
  expect(await stored()).toMatchObject({ name: 'Выплаты вечером', version: version + 2 });
});

it('the draft survives a reload and a killed browser, and is saved once', async () => {
  const page = await open();
  const { version = 0 } = (await stored()) ?? {};
  await rename(page, 'Недописанная');
  await draftKept('Недописанная');
  await page.reload();
  await page.getByText('Черновик восстановлен').waitFor();
  expect(await nameField(page).inputValue()).toBe('Недописанная');
  await rename(page, 'Недописанная до конца');
  await draftKept('Недописанная до конца');
  await stage.crashBrowser();
  const again = await stage.browser.open(scene.at('/abac?policy=7'), DESKTOP);
  await again.getByText('Черновик восстановлен').waitFor();
  expect(await nameField(again).inputValue()).toBe('Недописанная до конца');
  expect(await stored()).toMatchObject({ name: 'Выплаты', version });
  await save(again);
  await barSays(again, 'Все сохранено');
  expect(await stored()).toMatchObject({ name: 'Недописанная до конца', version: version + 1 });
  await again.reload();
  await barSays(again, 'Все сохранено');
  expect(await again.getByText('Черновик восстановлен').count()).toBe(0);
});

it('without a network editing goes on, Save policy says why not, and later it is saved once', async () => {
  const page = await open();
  const { version = 0 } = (await stored()) ?? {};
  await scene.proxy.goOffline();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await rename(page, 'Без связи');
  await button(page, 'Add rule').click();
  await bar().getByText('Нет связи: действие сейчас недоступно').waitFor();
  expect(await button(page, 'Save policy').isDisabled()).toBe(true);
  await page.keyboard.press('Control+s');
  await page.getByRole('textbox', { name: 'Название правила' }).fill('Третье');
  await findNetwork(scene);
  await expect.poll(() => button(page, 'Save policy').isEnabled()).toBe(true);
  await save(page);
  await barSays(page, 'Все сохранено');
  expect(saves()).toBe(1);
  expect(await stored()).toMatchObject({ name: 'Без связи', version: version + 1 });
  expect((await stored())?.rules.map(({ name }) => name)).toEqual(['Администратор', 'Промоутер', 'Третье']);
});

it('two tabs with the same policy: the later save is not taken for the newer one', async () => {
  const page = await open();
  const other = await stage.browser.open(scene.at('/abac?policy=7'), DESKTOP);
  await rename(other, 'Из второй вкладки');
  await draftKept('Из второй вкладки');
  await rename(page, 'Из первой вкладки');
  await draftKept('Из первой вкладки');
  await save(page);
  await barSays(page, 'Все сохранено');
  // Its draft is gone, and with it the other's: that one is kept anew.
  await draftKept('Из второй вкладки');
  await other.reload();
  expect(await nameField(other).inputValue()).toBe('Из второй вкладки');
  await button(other, 'Save policy').click();
  const yes = other.getByRole('dialog').getByRole('button', { name: 'Сохранить' });
  const conflict = other.getByRole('heading', { name: 'Две версии политики' });
  await yes.or(conflict).first().waitFor();
  if (await yes.isVisible()) await yes.click();
  await conflict.waitFor();
  expect(await stored()).toMatchObject({ name: 'Из первой вкладки' });
  const mine = other.getByRole('region', { name: 'Моя', exact: true });
  await mine.getByText('Из второй вкладки', { exact: true }).waitFor();
  await button(other, 'Оставить мою').click();
  await barSays(other, 'Все сохранено');
  expect(await stored()).toMatchObject({ name: 'Из второй вкладки' });
});

it('a session that ends while one edits is taken up again, and the work is saved then', async () => {
  const page = await open();
  await rename(page, 'После перерыва');
  const kept = await page.evaluate(key => localStorage.getItem(key), AUTH_STORAGE_KEY);
  await button(page, 'Save policy').click();
  const yes = page.getByRole('dialog').getByRole('button', { name: 'Сохранить' });
  await yes.waitFor();
  await revoke(stage.server.origin, JSON.parse(kept ?? '{}').accessToken);
  const sheet = page.getByRole('dialog', { name: 'Вход' });
  // The save meets the end of the session, or what the page asks for by itself does, a moment before.
  await yes.click({ timeout: 3_000 }).catch(() => sheet.waitFor());
  await sheet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await sheet.getByRole('button', { name: 'Sign in' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await nameField(page).inputValue()).toBe('После перерыва');
  const canSave = async () => (await yes.isVisible()) || button(page, 'Save policy').isEnabled();
  await expect.poll(canSave).toBe(true);
  if (await yes.isVisible()) await yes.click();
  else await save(page);
  await barSays(page, 'Все сохранено');
  expect(await stored()).toMatchObject({ name: 'После перерыва' });
});

it('whoever may not save edits all the same, is refused in the bar, and loses nothing', async () => {
  const page = await open(DEMO.moderator);
  await rename(page, 'Модератор правит');
  await save(page);
  await bar().getByText('Не сохранено.', { exact: true }).waitFor();
  await bar().getByText('Изменения остались здесь.').waitFor();
  expect(await stored()).toMatchObject({ name: 'Выплаты' });
  expect(await nameField(page).inputValue()).toBe('Модератор правит');
  await draftKept('Модератор правит');
  await page.reload();
  await page.getByText('Черновик восстановлен').waitFor();
  expect(await nameField(page).inputValue()).toBe('Модератор правит');
});

it('working as another, one is refused the whole screen', async () => {
  scene = await enterPolicies(stage);
  const { page, at } = scene;
  await page.goto(at('/users'));
  await page.getByRole('button', { name: /^Войти как Семён/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Войти', exact: true }).click();
  await page.getByRole('region', { name: 'Работа под другим пользователем' }).waitFor();
  await page.goto(at('/abac'));
  await page.getByRole('heading', { name: 'Forbidden' }).waitFor();
  expect(await button(page, 'Add policy').count()).toBe(0);
});
