import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { closeScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import {
  button,
  cell,
  DOOR,
  enterWarehouse,
  field,
  lineTitles,
  openReceipt,
  PUMP,
  pick,
  plainReceipt,
  receiptPath,
  type StockWitness,
  saveButton,
  savesOf,
  seek,
  stockWitness,
  toast,
} from '#tests/support/stock-office.ts';
import { isTooWide } from '#tests/support/touch.ts';

const STICKER = 'Наклейка «Ёлочка» для своих';

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

async function open(id: number, size = DESKTOP): Promise<void> {
  scene = await openReceipt(stage, id, { size });
  page = scene.page;
}

/** What stands beside a word of the totals, with plain spaces. */
async function total(term: string): Promise<string> {
  const row = page
    .getByRole('region', { name: 'Итоги документа' })
    .locator('dl > div')
    .filter({ hasText: term });
  return ((await row.textContent()) ?? '').replaceAll(/\s/g, ' ').replace(term, '');
}

describe.each([
  ['a desktop', DESKTOP, 'ОП-000030'],
  ['a phone', PHONE, 'ОП-000029'],
] as const)('on %s', (_device, size, code) => {
  it('every field, changed, added, removed and restored lines are on the server after one save', async () => {
    const id = await plainReceipt(witness, code);
    const { version } = await witness.receipt(id);
    await open(id, size);
    await field(page, 'Номер').fill('ОП-77/б «новый»');
    await field(page, 'Дата').fill('2026-11-05');
    await field(page, 'На склад').fill('Склад «Северный»');
    const partner = field(page, 'Контрагент');
    await partner.locator('option').nth(2).waitFor({ state: 'attached' });
    await partner.selectOption({ index: 2 });
    await field(page, 'Входящий номер').fill('УПД-1');
    await field(page, 'Входящая дата').fill('2026-11-04');
    await field(page, 'НДС, %').fill('20');
    await field(page, 'НДС включен').check();
    await field(page, 'Проведен').check();
    await field(page, 'Описание').fill('Первая строка\nвторая');

    await cell(page, 'Количество', 1).fill('2,5');
    await cell(page, 'Цена, руб.', 1).fill('1 234,50');
    await cell(page, 'Налог, %', 1).fill('10');
    await cell(page, 'Скидка, %', 1).fill('0,5');
    await cell(page, 'Причина', 1).fill('Без упаковки');
    await button(page, 'Удалить строку 2').click();
    await button(page, 'Удалить строку 2').click();
    expect(await lineTitles(page)).toEqual([PUMP]);
    await button(page, 'Вернуть').click();
    expect(await lineTitles(page)).toEqual([PUMP, DOOR]);
    await seek(page, 'елочка» для');
    await pick(page, STICKER);
    await page.keyboard.press('Escape');
    await cell(page, 'Количество', 3).fill('4');
    await cell(page, 'Цена, руб.', 3).fill('10');

    await expect.poll(() => total('НДС 20 % в том числе')).toBe('619,15 руб.');
    expect(await total('Итого')).toBe('3 714,90 руб.');
    await field(page, 'НДС включен').uncheck();
    await expect.poll(() => total('НДС 20 % сверху')).toBe('742,98 руб.');
    expect(await total('Итого')).toBe('4 457,88 руб.');
    expect(await isTooWide(page)).toBe(false);

    await saveButton(page).click();
    await toast(page, 'успешно сохранено');
    expect(savesOf(scene)).toHaveLength(1);
    const stored = await witness.receipt(id);
    expect(stored).toMatchObject({
      ...{ transfer_code: 'ОП-77/б «новый»', transfer_date: '2026-11-05', warehouse_to: 'Склад «Северный»' },
      ...{ contract_id: Number(await partner.inputValue()), income_code: 'УПД-1', income_date: '2026-11-04' },
      ...{ VAT: 20, VAT_included: 0, carried: 1, description: 'Первая строка\nвторая' },
      version: version + 1,
    });
    expect(stored.nomenclature).toMatchObject([
      { title: PUMP, count: 2.5, price: 1234.5, tax: 10, discount: 0.5, reason: 'Без упаковки' },
      { title: DOOR, count: 3, price: 99, tax: 0, discount: 0, reason: '' },
      { title: STICKER, count: 4, price: 10 },
    ]);

    await page.reload();
    await page.getByRole('heading', { name: 'Оприходование ОП-77/б «новый»', level: 1 }).waitFor();
    expect(await lineTitles(page)).toEqual([PUMP, DOOR, STICKER]);
    expect(await field(page, 'Входящая дата').inputValue()).toBe('2026-11-04');
    expect(await field(page, 'Описание').inputValue()).toBe('Первая строка\nвторая');
    expect(await cell(page, 'Скидка, %', 1).inputValue()).toBe('0,5');
    expect(await total('Итого')).toBe('4 457,88 руб.');
  });

  it('a write-off can only be looked at, and says so', async () => {
    const { data } = await witness.list('loss', 1);
    scene = await enterWarehouse(stage, `/warehouse/loss/edit/${data[0]?.id}`, { size });
    page = scene.page;
    await page.getByText('Списание можно только посмотреть: изменить его пока нельзя.').waitFor();
    expect(await lineTitles(page)).not.toEqual([]);
    const main = page.getByRole('main');
    for (const role of ['textbox', 'combobox', 'checkbox', 'spinbutton'] as const)
      expect(await main.getByRole(role).count()).toBe(0);
    expect(await main.getByRole('button', { name: /Сохранить|Удалить/ }).count()).toBe(0);
    expect(await isTooWide(page)).toBe(false);
  });
});

it('what is no document is not found, and what is not there says so with the way back', async () => {
  scene = await enterWarehouse(stage, '/warehouse/move/edit/1');
  page = scene.page;
  const notFound = page.getByRole('heading', { name: 'Page Not Found' });
  await notFound.waitFor();
  for (const path of [
    '/warehouse/__proto__/edit/1',
    '/warehouse/ENTER/edit/1',
    receiptPath(0),
    '/warehouse/enter/edit/1x',
  ]) {
    await page.goto(scene.at(path));
    await notFound.waitFor();
  }
  expect(scene.proxy.passages(/^\/api\/(enter|loss|move|__proto__)/)).toEqual([]);
  await page.goto(scene.at(receiptPath(987_654)));
  await page.getByText(/^Такого документа нет/).waitFor();
  await page.getByRole('link', { name: 'К списку' }).first().click();
  await page.getByRole('heading', { name: 'Оприходования', level: 1 }).waitFor();
});
