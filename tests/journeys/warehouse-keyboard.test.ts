import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DESKTOP } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { button, openSignedIn, sharedServer } from './support/app.ts';
import { focusFaults, tabTo, tabToField, tabTour } from './support/focus.ts';
import {
  BEARING,
  DOOR,
  field,
  lineTitles,
  openReceipt,
  options,
  PUMP,
  plainReceipt,
  type ReceiptStore,
  receiptStore,
  saveButton,
  toast,
} from './support/warehouse.ts';

let page: Page;
let store: ReceiptStore;

beforeAll(async () => {
  store = await receiptStore((await sharedServer()).origin);
});

/** Presses keys one after another; after each the focus must stand somewhere, and show it. */
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    expect(await focusFaults(page, key)).toEqual([]);
  }
}

/** Writes over what stands in the field with the focus. */
async function write(words: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.type(words);
}

const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

const focusedWords = () => page.evaluate(() => document.activeElement?.textContent?.trim());

it('a receipt is found, edited and saved by keyboard alone, and the focus is never lost', async () => {
  const id = await plainReceipt(store, 'ОП-000012');
  page = (await openSignedIn('/warehouse/loss/1', DEMO.moderator, { size: DESKTOP })).page;
  await page.getByText(/^1-15 из/).waitFor();
  await tabTo(page, 'Оприходования');
  // A new screen begins at its title, which shows no focus: nothing can be done with it.
  await page.keyboard.press('Enter');
  // The link that was pressed says the same.
  await expect.poll(() => page.locator('h1:focus').allTextContents()).toEqual(['Оприходования']);
  await page.getByRole('link', { name: 'ОП-000012' }).waitFor();
  await tabTo(page, 'ОП-000012');
  await page.keyboard.press('Enter');
  await saveButton(page).waitFor();
  await expect.poll(focusedWords).toBe('Оприходование ОП-000012');

  await tabToField(page, 'НДС, %');
  await write('10');
  await tabToField(page, 'НДС включен в цену');
  await press('Space');
  await tabToField(page, 'Добавить номенклатуру');
  await page.keyboard.type('подшипник 62');
  await options(page).nth(3).waitFor();
  await press('ArrowDown', 'Enter');
  await expect.poll(() => lineTitles(page)).toHaveLength(4);
  await expect.poll(() => focusFaults(page, 'what was added')).toEqual([]);
  const added = (await lineTitles(page))[3];
  expect(added).toMatch(/^Подшипник 620[456]$/);
  // The list may still be open: Escape closes it alone, and no line is left by it.
  await press('Escape');
  await expect.poll(() => page.getByRole('listbox').count()).toBe(0);

  await tabToField(page, 'Количество, строка 1');
  await write('5');
  // From line to line in the same field, without sending anything.
  await press('Enter');
  expect(await focused()).toBe('Количество, строка 2');
  await press('ArrowDown', 'ArrowDown');
  await write('6');
  await press('ArrowUp');
  await tabTo(page, 'Удалить строку 3');
  await press('Enter', 'Enter');
  await expect.poll(() => lineTitles(page)).toEqual([PUMP, BEARING]);
  await tabTo(page, 'Вернуть');
  await press('Enter', 'Enter');
  await expect.poll(() => lineTitles(page)).toEqual([PUMP, BEARING, DOOR, added]);
  await tabTo(page, 'Удалить строку 2');
  await press('Enter');

  await tabTo(page, 'Сохранить');
  await page.keyboard.press('Enter');
  await toast(page, 'успешно сохранено');
  await expect.poll(() => focusFaults(page, 'the save')).toEqual([]);
  const stored = await store.receipt(id);
  expect(stored).toMatchObject({ VAT: 10, VAT_included: 1 });
  expect(stored.nomenclature.map(({ title, count }) => [title, count])).toEqual([
    [PUMP, 5],
    [DOOR, 3],
    [added, 6],
  ]);
});

it('whoever chooses between two versions by keyboard keeps the focus, whatever they choose', async () => {
  const id = await plainReceipt(store, 'ОП-000011');
  page = (await openReceipt(id, { size: DESKTOP })).page;
  const meet = async (theirs: string) => {
    await field(page, 'Описание').fill(`Против: ${theirs}`);
    await store.save(id, { description: theirs });
    await field(page, 'Номер').focus();
    await press('Enter');
    await page.getByRole('heading', { name: 'Две версии документа' }).waitFor();
    await expect.poll(() => focusFaults(page, 'two versions')).toEqual([]);
  };
  await meet('Первое');
  await tabTo(page, 'Вернуться к правке');
  await press('Enter');
  await saveButton(page).waitFor();
  await expect.poll(() => focusFaults(page, 'back')).toEqual([]);
  await meet('Второе');
  await tabTo(page, 'Взять версию с сервера');
  await press('Enter', 'Escape');
  await expect.poll(focusedWords).toBe('Взять версию с сервера');
  await press('Enter');
  await tabTo(page, 'Взять версию с сервера');
  await press('Enter');
  await saveButton(page).waitFor();
  await expect.poll(() => focusFaults(page, 'theirs')).toEqual([]);
  await meet('Третье');
  await tabTo(page, 'Оставить мое');
  await press('Enter');
  await toast(page, 'успешно сохранено');
  await expect.poll(() => focusFaults(page, 'mine')).toEqual([]);
  expect((await store.receipt(id)).description).toBe('Против: Третье');
});

it('Tab comes to everything of a receipt on a desktop, and each stop is seen', async () => {
  page = (await openReceipt(await plainReceipt(store, 'ОП-000010'), { size: DESKTOP })).page;
  await button(page, 'Удалить строку 3').click();
  const tour = await tabTour(page);
  expect(tour).toMatchObject({ missed: [], unmarked: [], covered: [] });
  expect(tour.stops).toBeGreaterThan(25);
});
