import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closeScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import {
  cell,
  field,
  openReceipt,
  plainReceipt,
  RECEIPT,
  type StockWitness,
  saveButton,
  savesOf,
  stockWitness,
  toast,
} from '#tests/support/stock-office.ts';

let stage: Stage;
let scene: Scene;
let page: Page;
let witness: StockWitness;

beforeAll(async () => {
  stage = await raiseStage();
  witness = await stockWitness(stage.server.origin);
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

async function open(id: number): Promise<void> {
  scene = await openReceipt(stage, id);
  page = scene.page;
}

it('what is out of its limits is refused at its place, nothing is sent, and the summary leads to each', async () => {
  const id = await plainReceipt(witness, 'ОП-000028');
  await open(id);
  await cell(page, 'Налог, %', 1).fill('11');
  await cell(page, 'Скидка, %', 2).fill('10,01');
  await cell(page, 'Количество', 3).fill('0');
  await field(page, 'НДС, %').fill('101');
  await field(page, 'Номер').fill(' ');
  await saveButton(page).click();
  const summary = page.getByRole('alert', { name: '5 ошибок в форме' });
  await summary.waitFor();
  for (const [name, place] of [
    ['Номер', field(page, 'Номер')],
    ['НДС, %', field(page, 'НДС, %')],
    ['Строка 1, Налог, %', cell(page, 'Налог, %', 1)],
    ['Строка 2, Скидка, %', cell(page, 'Скидка, %', 2)],
    ['Строка 3, Количество', cell(page, 'Количество', 3)],
  ] as const) {
    expect(await place.getAttribute('aria-invalid')).toBe('true');
    await summary.getByRole('button', { name }).click();
    await expect.poll(() => place.evaluate(each => each === document.activeElement)).toBe(true);
  }
  expect(savesOf(scene)).toEqual([]);
  await field(page, 'Номер').fill('ОП-000028');
  await field(page, 'НДС, %').fill('100');
  await cell(page, 'Налог, %', 1).fill('10');
  await cell(page, 'Скидка, %', 2).fill('10,00');
  await cell(page, 'Количество', 3).fill('0,001');
  await saveButton(page).click();
  await toast(page, 'успешно сохранено');
  expect((await witness.receipt(id)).nomenclature).toMatchObject([
    { tax: 10 },
    { discount: 10 },
    { count: 0.001 },
  ]);
});

it('what the server refuses stands at its field, head and lines alike, and nothing that was typed is lost', async () => {
  const id = await plainReceipt(witness, 'ОП-000027');
  const before = await witness.receipt(id);
  await open(id);
  await field(page, 'На склад').fill('Нигде');
  await cell(page, 'Цена, руб.', 2).fill('77,70');
  await saveButton(page).click();
  await page
    .getByText(/Такого склада нет\. Есть: .*«Основной склад»/)
    .first()
    .waitFor();
  expect(await field(page, 'На склад').getAttribute('aria-invalid')).toBe('true');
  expect(await field(page, 'На склад').inputValue()).toBe('Нигде');
  expect(await witness.receipt(id)).toEqual(before);
  await field(page, 'На склад').fill('Мастерская на Садовой');
  const errors = {
    'nomenclature.1.price': ['Такой цены не бывает'],
    'nomenclature.2.reason': ['Причина не та'],
    income_code: ['Номер уже был'],
  };
  scene.proxy.spoil({ path: RECEIPT, method: 'PUT', fault: { status: 422, json: { message: 'x', errors } } });
  await saveButton(page).click();
  await page.getByRole('alert', { name: '3 ошибки в форме' }).waitFor();
  const places = [cell(page, 'Цена, руб.', 2), cell(page, 'Причина', 3), field(page, 'Входящий номер')];
  for (const place of places) expect(await place.getAttribute('aria-invalid')).toBe('true');
  expect(await cell(page, 'Цена, руб.', 2).inputValue()).toBe('77,70');
  await saveButton(page).click();
  await toast(page, 'успешно сохранено');
  expect(savesOf(scene)).toHaveLength(3);
  const stored = await witness.receipt(id);
  expect(stored).toMatchObject({ warehouse_to: 'Мастерская на Садовой', version: before.version + 1 });
  expect(stored.nomenclature[1]).toMatchObject({ price: 77.7 });
});
