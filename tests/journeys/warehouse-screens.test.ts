/** What every state of the warehouse's screens says, and that everybody can use it. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DEMO } from '#tests/support/sign-in.ts';
import { faultsInBothSizes, isTooWide } from './support/accessibility.ts';
import { button, goOffline, openSignedIn, sharedServer } from './support/app.ts';
import { takesFocus } from './support/focus.ts';
import { WAREHOUSE, wordsOf } from './support/verbatim.ts';
import {
  cell,
  field,
  isSummedUp,
  openReceipt,
  options,
  plainReceipt,
  RECEIPT,
  type ReceiptStore,
  receiptPath,
  receiptStore,
  SEARCH,
  saveButton,
  seek,
} from './support/warehouse.ts';

// The screens themselves, as they are when their address is opened, screens.test.ts looks at.

const { says, unread } = wordsOf(WAREHOUSE);

let store: ReceiptStore;

beforeAll(async () => {
  store = await receiptStore((await sharedServer()).origin);
});

it('the states of a list say what they owe and have no barrier', async () => {
  const app = await openSignedIn('/dashboard', DEMO.moderator);
  const { page } = app;
  const faults: string[] = [];
  const look = async (place: string) => faults.push(...(await faultsInBothSizes(page, place)));
  await button(page, 'Еще действия').click();
  await says(page, 'user menu');
  await page.getByRole('menuitem', { name: 'Склад' }).click();
  await says(page, 'receipts');
  for (const [path, place] of [
    ['/warehouse/loss/2', 'write-offs'],
    ['/warehouse/loss/edit/50', 'write-off'],
    ['/warehouse/move/', 'stock moves'],
    ['/warehouse/inventory/', 'inventories'],
    ['/warehouse/enter/7', 'receipts, beyond the end'],
  ] as const) {
    await page.goto(app.at(path));
    await says(page, place);
  }
  await look('list, beyond the end');
  await page.getByRole('link', { name: 'На последнюю страницу' }).click();
  await page.getByRole('checkbox', { name: 'Выбрать все показанные' }).check();
  await look('list, chosen');
  await goOffline(app);
  await button(page, 'Обновить').click();
  await page.getByText('Нет связи. Показано то, что загружено раньше.').waitFor();
  await look('list, offline');
  await button(page, 'Первая страница').click();
  await page.getByText('Нет связи. Этот раздел работает только при связи.').waitFor();
  await look('list, never read');
  expect(faults).toEqual([]);
});

it('the states of a receipt that is filled in say what they owe and have no barrier', async () => {
  const id = await plainReceipt(store, 'ОП-000023');
  const { page, proxy } = await openReceipt(id);
  const faults: string[] = [];
  const look = async (place: string) => faults.push(...(await faultsInBothSizes(page, place)));
  await isSummedUp(page);
  await says(page, 'receipt');
  await seek(page, 'насос');
  await options(page).first().waitFor();
  await look('search, found');
  await seek(page, 'нет такого');
  await page.getByText('Ничего не найдено').waitFor();
  await look('search, nothing');
  proxy.addFault({ path: SEARCH, fault: { status: 500, json: {} } });
  await seek(page, 'плата');
  await page.getByText('Сервер ответил ошибкой 500. Поиск не прошел.').waitFor();
  await look('search, failed');
  await page.keyboard.press('Escape');

  await button(page, 'Удалить строку 2').click();
  await button(page, 'Вернуть').waitFor();
  await look('a line removed');
  await field(page, 'НДС, %').fill('7000');
  await cell(page, 'Налог, %', 1).fill('11');
  await cell(page, 'Цена, руб.', 2).fill('дорого');
  await page.keyboard.press('Tab');
  // What appears during the press could move the button away from it.
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(1);
  await saveButton(page).click();
  await takesFocus(cell(page, 'Налог, %', 1));
  await cell(page, 'Налог, %', 1).fill('1');
  await saveButton(page).click();
  await takesFocus(field(page, 'НДС, %'));
  await look('refused');
  await field(page, 'НДС, %').fill('20');
  await cell(page, 'Цена, руб.', 2).fill('5');
  proxy.addFault({ path: RECEIPT, method: 'PUT', fault: { status: 500, json: {} } });
  await saveButton(page).click();
  await says(page, 'receipt, not saved');
  await look('not saved');
  await saveButton(page).click();
  await says(page, 'receipt, saved');
  expect(faults).toEqual([]);
});

it('the states of a receipt that somebody else has saved too have no barrier, nor the ways out of it', async () => {
  const id = await plainReceipt(store, 'ОП-000024');
  const { page, proxy } = await openReceipt(id);
  const faults: string[] = [];
  const look = async (place: string) => faults.push(...(await faultsInBothSizes(page, place)));
  await isSummedUp(page);
  await field(page, 'Описание').fill('Мое');
  await store.save(id, { description: 'Чужое', nomenclature: [] });
  await saveButton(page).click();
  await says(page, 'receipt, two versions');
  await look('two versions');
  await button(page, 'Взять версию с сервера').click();
  await look('asked for theirs');
  await button(page.getByRole('dialog'), 'Взять версию с сервера').click();
  await page.getByText('В документе нет строк').waitFor();
  await look('no lines');

  await field(page, 'Входящий номер').fill('Не сохранен');
  await page.getByRole('link', { name: 'К списку' }).click();
  await page.getByRole('dialog', { name: 'Уйти без сохранения?' }).waitFor();
  await look('asked to leave');
  await button(page.getByRole('dialog'), 'Остаться').click();
  proxy.addFault({ path: RECEIPT, method: 'PUT', fault: 'lose-answer', times: 1000 });
  proxy.addFault({ path: RECEIPT, method: 'GET', fault: 'lose-request', times: 1000 });
  await saveButton(page).click();
  await page.getByText(/узнаем при связи/).waitFor();
  await look('not known');
  expect(faults).toEqual([]);
});

it('a document that is not there says so without a barrier', async () => {
  const { page } = await openSignedIn(receiptPath(987_654), DEMO.moderator);
  await page.getByText(/^Такого документа нет/).waitFor();
  expect(await faultsInBothSizes(page, 'not there')).toEqual([]);
});

/** A screen of 640 px whose text is twice as large has as little room as one of 320 px. */
it('nothing is lost on a screen of 320 px, and none with text of twice its size', async () => {
  const { page, at } = await openSignedIn('/warehouse/enter/1', DEMO.moderator);
  const faults: string[] = [];
  const ways = [
    ['/warehouse/enter/1', () => page.getByText(/^1-15 из/).waitFor()],
    ['/warehouse/inventory', () => page.getByText('Раздел в разработке').waitFor()],
    [receiptPath(await store.idOf('ОП-000037')), () => isSummedUp(page)],
    ['/warehouse/loss/edit/50', () => isSummedUp(page)],
  ] as const;
  for (const [path, isThere] of ways) {
    for (const [width, text] of [
      [320, '100%'],
      [640, '200%'],
      [1280, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto(at(path));
      await isThere();
      await page.evaluate(size => {
        document.documentElement.style.fontSize = size;
      }, text);
      if (await isTooWide(page)) faults.push(`${path} is too wide at ${width} px with text of ${text}`);
      faults.push(...(await cutOff(page)).map(words => `${path} at ${width} px, ${text}: ${words}`));
    }
  }
  expect(faults).toEqual([]);
});

/** Buttons, links and fields whose words do not fit into them, or that stand beyond the edge of the screen. */
function cutOff(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate(main => {
    const faults: string[] = [];
    for (const each of main.querySelectorAll<HTMLElement>('button, a, label, h2, h3, dt, dd')) {
      const { left, right, width } = each.getBoundingClientRect();
      if (width < 2 || !each.checkVisibility({ visibilityProperty: true })) continue;
      const box = each.closest('[class*=scroller]');
      const isBeyond = !box && (left < -1 || right > innerWidth + 1);
      const isClipped =
        getComputedStyle(each).overflowX === 'hidden' && each.scrollWidth > each.clientWidth + 1;
      if (isBeyond || isClipped) faults.push(`«${each.textContent?.trim().slice(0, 40)}» is cut off`);
    }
    return faults;
  });
}

it('every word of the table was asserted', () => {
  expect([...unread]).toEqual([]);
});
