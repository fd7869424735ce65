import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP } from '#tests/support/browser.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { isTooWide } from './support/accessibility.ts';
import { type App, button, goOnline, openSignedIn, ownServer, sharedServer } from './support/app.ts';
import {
  cell,
  codes,
  DOOR,
  field,
  lineTitles,
  openReceipt,
  options,
  PUMP,
  pageWords,
  pathOf,
  pick,
  plainReceipt,
  RECEIPT,
  type ReceiptStore,
  receiptStore,
  type StoredReceipt,
  saveButton,
  savesOf,
  seek,
  toast,
} from './support/warehouse.ts';

const STICKER = 'Наклейка «Ёлочка» для своих';

let page: Page;
let store: ReceiptStore;

beforeAll(async () => {
  store = await receiptStore((await sharedServer()).origin);
});

/** That page of the list, as the server tells it, and nothing else. */
async function shows(kind: 'enter' | 'loss', number: number): Promise<void> {
  const { data, from, to, total } = await store.list(kind, number);
  await expect.poll(() => codes(page)).toEqual(data.map(row => row.transfer_code));
  await expect.poll(() => pageWords(page).textContent()).toBe(`${from}-${to} из ${total}`);
  expect(pathOf(page)).toBe(`/warehouse/${kind}/${number}`);
}

it('the menu leads to the lists, their pages have addresses, and the way goes on to a document and back', async () => {
  const app = await openSignedIn('/dashboard', DEMO.moderator);
  page = app.page;
  await button(page, 'Еще действия').click();
  await page.getByRole('menuitem', { name: 'Склад' }).click();
  await shows('enter', 1);
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Разделы склада' }).getByRole('link', { name });
  for (const name of ['Перемещения', 'Инвентаризации']) {
    await section(name).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    // Nothing that looks like a document, and nobody was asked for any.
    await expect.poll(() => codes(page)).toEqual([]);
  }
  expect(app.proxy.passages(/^\/api\/(move|inventory)/)).toEqual([]);
  await section('Списания').click();
  await shows('loss', 1);
  await button(page, 'Следующая страница').click();
  await shows('loss', 2);
  await page.goBack();
  await shows('loss', 1);
  await page.goForward();
  await shows('loss', 2);
  const [first] = (await store.list('loss', 2)).data;
  await page.getByRole('link', { name: first?.transfer_code ?? '' }).click();
  await page.getByRole('heading', { name: `Списание ${first?.transfer_code}`, level: 1 }).waitFor();
  expect(pathOf(page)).toBe(`/warehouse/loss/edit/${first?.id}`);
  await page.goBack();
  await shows('loss', 2);
  await page.reload();
  await shows('loss', 2);
});

/** What stands beside a word of the totals, with plain spaces. */
async function total(term: string): Promise<string> {
  const row = page
    .getByRole('region', { name: 'Итоги документа' })
    .locator('dl > div')
    .filter({ hasText: term });
  return ((await row.textContent()) ?? '').replaceAll(/\s/g, ' ').replace(term, '');
}

it('every field, changed, added, removed and restored lines are on the server after one save, on a phone', async () => {
  const id = await plainReceipt(store, 'ОП-000029');
  const { version } = await store.receipt(id);
  const app = await openReceipt(id);
  page = app.page;
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
  await expect.poll(() => lineTitles(page)).toEqual([PUMP]);
  await button(page, 'Вернуть').click();
  await expect.poll(() => lineTitles(page)).toEqual([PUMP, DOOR]);
  await seek(page, 'елочка» для');
  await pick(page, STICKER);
  await page.keyboard.press('Escape');
  await cell(page, 'Количество', 3).fill('4');
  await cell(page, 'Цена, руб.', 3).fill('10');

  await expect.poll(() => total('НДС 20 % в том числе')).toBe('619,15 руб.');
  await expect.poll(() => total('Итого')).toBe('3 714,90 руб.');
  await field(page, 'НДС включен').uncheck();
  await expect.poll(() => total('НДС 20 % сверху')).toBe('742,98 руб.');
  await expect.poll(() => total('Итого')).toBe('4 457,88 руб.');
  expect(await isTooWide(page)).toBe(false);

  await saveButton(page).click();
  await toast(page, 'успешно сохранено');
  expect(savesOf(app)).toHaveLength(1);
  const stored = await store.receipt(id);
  expect(stored).toMatchObject({
    transfer_code: 'ОП-77/б «новый»',
    transfer_date: '2026-11-05',
    warehouse_to: 'Склад «Северный»',
    contract_id: Number(await partner.inputValue()),
    income_code: 'УПД-1',
    income_date: '2026-11-04',
    VAT: 20,
    VAT_included: 0,
    carried: 1,
    description: 'Первая строка\nвторая',
    version: version + 1,
  });
  expect(stored.nomenclature).toMatchObject([
    { title: PUMP, count: 2.5, price: 1234.5, tax: 10, discount: 0.5, reason: 'Без упаковки' },
    { title: DOOR, count: 3, price: 99, tax: 0, discount: 0, reason: '' },
    { title: STICKER, count: 4, price: 10 },
  ]);

  await page.reload();
  await page.getByRole('heading', { name: 'Оприходование ОП-77/б «новый»', level: 1 }).waitFor();
  await expect.poll(() => lineTitles(page)).toEqual([PUMP, DOOR, STICKER]);
  await expect.poll(() => field(page, 'Входящая дата').inputValue()).toBe('2026-11-04');
  await expect.poll(() => field(page, 'Описание').inputValue()).toBe('Первая строка\nвторая');
  await expect.poll(() => cell(page, 'Скидка, %', 1).inputValue()).toBe('0,5');
  await expect.poll(() => total('Итого')).toBe('4 457,88 руб.');
});

it('signs that mean something in an address are searched as they stand', async () => {
  page = (await openReceipt(await plainReceipt(store, 'ОП-000031'), { size: DESKTOP })).page;
  for (const text of ['100%', '220/230', 'это?', '#8 & шайба', 'c:\\eeprom']) {
    await seek(page, text);
    await options(page).filter({ hasText: text }).first().waitFor();
    await expect.poll(() => options(page).filter({ hasNotText: text }).count()).toBe(0);
  }
  for (const text of ['%2F', '../enter']) {
    await seek(page, text);
    await page.getByText(`Ничего не найдено по запросу «${text}»`).waitFor();
  }
});

describe('what was typed into a receipt', () => {
  /** A browser may send a PUT once more by itself when its connection breaks: also that one meets the fault. */
  const ALWAYS = Number.POSITIVE_INFINITY;

  let before: StoredReceipt;

  async function openPlain(code: string, server?: ServerProcess): Promise<App> {
    const { origin } = server ?? (await sharedServer());
    store = await receiptStore(origin);
    before = await store.receipt(await plainReceipt(store, code));
    const app = await openReceipt(before.id, { size: DESKTOP, ...(server && { server }) });
    page = app.page;
    return app;
  }
  /** Something in the head and something in a line. */
  async function type(words: string, count: string): Promise<void> {
    await field(page, 'Описание').fill(words);
    await cell(page, 'Количество', 2).fill(count);
  }
  async function stillTyped(words: string, count: string): Promise<void> {
    await expect.poll(() => field(page, 'Описание').inputValue()).toBe(words);
    await expect.poll(() => cell(page, 'Количество', 2).inputValue()).toBe(count);
  }
  /** Exactly one save more than there was, with what was typed. */
  async function savedOnce(description: string, count: number): Promise<void> {
    const now = await store.receipt(before.id);
    expect(now).toMatchObject({ description, version: before.version + 1 });
    expect(now.nomenclature.map(line => line.count)).toEqual([1, count, 3]);
  }

  it('a server that loses its power after a save is asked when it is back, and nothing is saved twice', async () => {
    const server = await ownServer();
    const app = await openPlain('ОП-000025', server);
    const { proxy } = app;
    await type('Обесточено', '7');
    proxy.addFault({ path: RECEIPT, method: 'PUT', fault: 'lose-answer', times: ALWAYS });
    proxy.addFault({ path: RECEIPT, method: 'GET', fault: 'lose-request', times: ALWAYS });
    await saveButton(page).click();
    await page
      .getByRole('form', { name: /^Оприходование/ })
      .getByText(/Сохранен ли документ, узнаем при связи\./)
      .first()
      .waitFor();
    await expect.poll(() => saveButton(page).isDisabled()).toBe(true);
    await stillTyped('Обесточено', '7');
    await server.kill();
    await server.start();
    proxy.removeFaults();
    await goOnline(app);
    await toast(page, 'успешно сохранено');
    await expect.poll(() => saveButton(page).isEnabled()).toBe(true);
    await savedOnce('Обесточено', 7);
  });

  it('leaving asks: by a link, by the browser, by a reload; and asks nothing once it is saved or as it was', async () => {
    await openPlain('ОП-000026');
    const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
    const stay = async () => {
      await button(question, 'Остаться').click();
      await question.waitFor({ state: 'detached' });
      await stillTyped('Не потерять', '11');
    };
    const toList = page.getByRole('link', { name: 'К списку' });
    const leave = async () => {
      await toList.click();
      await page.getByRole('heading', { name: 'Оприходования', level: 1 }).waitFor();
      await page.goBack();
      await saveButton(page).waitFor();
    };
    await leave();
    await type('Не потерять', '11');
    await page.evaluate(() => window.history.forward());
    await stay();
    await toList.click();
    await stay();
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await stillTyped('Не потерять', '11');
    await saveButton(page).click();
    await toast(page, 'успешно сохранено');
    await leave();
    await savedOnce('Не потерять', 11);
    // What is typed back to what it was is nothing that could be lost.
    await type('Передумано', '12');
    await type('Не потерять', '11');
    await leave();
    await type('Передумано', '12');
    await toList.click();
    await button(question, 'Уйти').click();
    await page.getByRole('heading', { name: 'Оприходования', level: 1 }).waitFor();
  });
});
