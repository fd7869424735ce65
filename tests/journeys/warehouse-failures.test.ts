import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { revoke } from '#tests/support/ask-server.ts';
import { accessTokenOf, DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import { closeScene, findNetwork, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import {
  button,
  cell,
  field,
  openReceipt,
  plainReceipt,
  RECEIPT,
  type StockWitness,
  type StoredReceipt,
  saveButton,
  savesOf,
  stockWitness,
  toast,
} from '#tests/support/stock-office.ts';

/** A browser may send a PUT once more by itself when its connection breaks: also that one meets the fault. */
const ALWAYS = Number.POSITIVE_INFINITY;

let stage: Stage;
let scene: Scene;
let page: Page;
let witness: StockWitness;
let before: StoredReceipt;

beforeAll(async () => {
  stage = await raiseStage();
  witness = await stockWitness(stage.server.origin);
});
beforeEach(async () => {
  before = await witness.receipt(await plainReceipt(witness, 'ОП-000025'));
  scene = await openReceipt(stage, before.id);
  page = scene.page;
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

const stored = () => witness.receipt(before.id);
const form = () => page.getByRole('form', { name: /^Оприходование/ });
const says = (words: string | RegExp) => form().getByText(words).first().waitFor();
const question = () => page.getByRole('dialog', { name: 'Уйти без сохранения?' });

/** Something in the head and something in a line. */
async function type(words: string, count: string): Promise<void> {
  await field(page, 'Описание').fill(words);
  await cell(page, 'Количество', 2).fill(count);
}
async function stillTyped(words: string, count: string): Promise<void> {
  expect(await field(page, 'Описание').inputValue()).toBe(words);
  expect(await cell(page, 'Количество', 2).inputValue()).toBe(count);
}
/** Exactly one save more than there was, with what was typed. */
async function savedOnce(description: string, count: number): Promise<void> {
  const now = await stored();
  expect(now).toMatchObject({ description, version: before.version + 1 });
  expect(now.nomenclature.map(line => line.count)).toEqual([1, count, 3]);
}

it('a save that fails says so in words, keeps what was typed, and is tried again', async () => {
  await type('Не с первого раза', '2');
  scene.proxy.spoil({
    path: RECEIPT,
    method: 'PUT',
    fault: { status: 500, json: { message: 'Server Error' } },
  });
  await saveButton(page).click();
  await toast(page, 'Ошибка');
  await toast(page, 'сохранения документа');
  await says(/Сервер не смог сохранить документ\..*Введенное осталось здесь\./);
  await stillTyped('Не с первого раза', '2');
  expect(await stored()).toEqual(before);
  await saveButton(page).click();
  await toast(page, 'успешно сохранено');
  expect(await form().getByText('Введенное осталось здесь.').count()).toBe(0);
  await savedOnce('Не с первого раза', 2);
});

it('a save whose answer is lost is found out, and the next one meets no conflict with itself', async () => {
  await type('Ответ потерян', '4');
  scene.proxy.spoil({ path: RECEIPT, method: 'PUT', fault: 'lose-answer', times: ALWAYS });
  await saveButton(page).click();
  await toast(page, 'успешно сохранено');
  await savedOnce('Ответ потерян', 4);
  scene.proxy.heal();
  before = await stored();
  await type('И дальше', '5');
  scene.proxy.spoil({ path: RECEIPT, method: 'PUT', fault: 'cut-answer', times: ALWAYS });
  await saveButton(page).click();
  await expect.poll(async () => (await stored()).description).toBe('И дальше');
  await expect.poll(() => saveButton(page).isEnabled()).toBe(true);
  await savedOnce('И дальше', 5);
});

it('a save that never arrived is told as one, and the second press saves it', async () => {
  await type('Не дошло', '6');
  scene.proxy.spoil({ path: RECEIPT, method: 'PUT', fault: 'lose-request', times: ALWAYS });
  await saveButton(page).click();
  await says(/Ответ не пришел, на сервере ничего не изменилось\./);
  await stillTyped('Не дошло', '6');
  expect(await stored()).toEqual(before);
  scene.proxy.heal();
  await saveButton(page).click();
  await toast(page, 'успешно сохранено');
  await savedOnce('Не дошло', 6);
});

it('a server that loses its power after a save is asked when it is back, and nothing is saved twice', async () => {
  const { proxy } = scene;
  await type('Обесточено', '7');
  proxy.spoil({ path: RECEIPT, method: 'PUT', fault: 'lose-answer', times: ALWAYS });
  proxy.spoil({ path: RECEIPT, method: 'GET', fault: 'lose-request', times: ALWAYS });
  await saveButton(page).click();
  await says(/Сохранен ли документ, узнаем при связи\./);
  expect(await saveButton(page).isDisabled()).toBe(true);
  await stillTyped('Обесточено', '7');
  await stage.server.kill();
  await stage.server.start();
  proxy.heal();
  await findNetwork(scene);
  await toast(page, 'успешно сохранено');
  await expect.poll(() => saveButton(page).isEnabled()).toBe(true);
  await savedOnce('Обесточено', 7);
});

it('a double click saves once', async () => {
  await type('Дважды', '8');
  await saveButton(page).dblclick();
  await toast(page, 'успешно сохранено');
  await expect.poll(() => saveButton(page).isEnabled()).toBe(true);
  expect(savesOf(scene)).toHaveLength(1);
  await savedOnce('Дважды', 8);
});

it('without a network one goes on typing, the button says why it waits, and later it is saved once', async () => {
  await scene.proxy.goOffline();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await says('Нет связи: действие сейчас недоступно');
  expect(await saveButton(page).isDisabled()).toBe(true);
  await type('Без связи', '9');
  await button(page, 'Удалить строку 1').click();
  await button(page, 'Вернуть').click();
  await field(page, 'Номер').press('Enter');
  await findNetwork(scene);
  await expect.poll(() => saveButton(page).isEnabled()).toBe(true);
  await saveButton(page).click();
  await toast(page, 'успешно сохранено');
  expect(savesOf(scene)).toHaveLength(1);
  await savedOnce('Без связи', 9);
});

it('a session that ends meanwhile is taken up again over the form, and what was typed is saved then', async () => {
  await type('После перерыва', '10');
  await revoke(stage.server.origin, await accessTokenOf(page));
  const sheet = page.getByRole('dialog', { name: 'Вход' });
  // The save meets the end of the session, or what the page asks for by itself does, a moment before.
  await saveButton(page)
    .click({ timeout: 3_000 })
    .catch(() => sheet.waitFor());
  await sheet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await sheet.getByRole('button', { name: 'Sign in' }).click();
  await sheet.waitFor({ state: 'detached' });
  await stillTyped('После перерыва', '10');
  await expect.poll(() => saveButton(page).isEnabled()).toBe(true);
  expect(await stored()).toEqual(before);
  await saveButton(page).click();
  await toast(page, 'успешно сохранено');
  await savedOnce('После перерыва', 10);
});

it('leaving asks: by a link, by the browser, by a reload; and asks nothing once it is saved', async () => {
  const stay = async () => {
    await button(question(), 'Остаться').click();
    await question().waitFor({ state: 'detached' });
    await stillTyped('Не потерять', '11');
  };
  const toList = page.getByRole('link', { name: 'К списку' });
  await toList.click();
  await page.getByRole('heading', { name: 'Оприходования', level: 1 }).waitFor();
  await page.goBack();
  await saveButton(page).waitFor();
  await type('Не потерять', '11');
  await toList.click();
  await stay();
  await page.evaluate(() => window.history.forward());
  await stay();
  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await stillTyped('Не потерять', '11');
  await saveButton(page).click();
  await toast(page, 'успешно сохранено');
  await toList.click();
  await page.getByRole('heading', { name: 'Оприходования', level: 1 }).waitFor();
  await savedOnce('Не потерять', 11);
});
