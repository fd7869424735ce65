import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Browser, DESKTOP, PHONE, removeProfile, startChromium } from '#tests/support/browser.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await startChromium();
  page = await browser.open(inject('gallery'), DESKTOP);
  await long().getByRole('row').nth(2).waitFor();
});
afterAll(async () => {
  await browser.close();
  removeProfile(browser.profile);
});
beforeEach(() => page.setViewportSize(DESKTOP));

const state = (name: string) => page.locator('figure').filter({ has: page.getByText(name, { exact: true }) });
const whole = () => state('с выбором, страницами, итогами и выделенными строками');
const long = () => state('1000 строк');
const rowsIn = (table: Locator) => table.locator('tr[data-row]');
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row'));
const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

/** Whether the row with the focus is between the titles and the totals, which both stay in sight. */
function isFocusClear(): Promise<boolean> {
  return page.evaluate(() => {
    const row = document.activeElement?.getBoundingClientRect();
    const table = document.activeElement?.closest('table');
    const head = table?.querySelector('thead')?.getBoundingClientRect();
    const foot = table?.querySelector('tfoot')?.getBoundingClientRect();
    return !!row && !!head && !!foot && row.top >= head.bottom - 1 && row.bottom <= foot.top + 1;
  });
}

describe('a table of 1,000 rows', () => {
  it('has only the rows near the ones in sight in the document, and is a table of all for readers', async () => {
    expect(await rowsIn(long()).count()).toBeLessThan(60);
    const table = long().getByRole('table');
    expect(await table.getAttribute('aria-rowcount')).toBe('1002');
    expect(await table.getByRole('columnheader').count()).toBe(9);
    expect(await table.getByRole('rowheader').first().textContent()).toBe('К-1000');
  });

  it('is walked through by keyboard, and the titles and totals never cover where one is', async () => {
    await rowsIn(long()).first().focus();
    await press('ArrowDown', 'ArrowDown');
    expect(await focused()).toBe('2');
    for (const [key, row] of [
      ['End', '999'],
      ['PageUp', null],
      ['Home', '0'],
      ['PageDown', null],
    ] as const) {
      await press(key);
      await expect.poll(isFocusClear).toBe(true);
      if (row !== null) expect(await focused()).toBe(row);
    }
  });

  it('is sorted and searched', async () => {
    const title = long().getByRole('columnheader', { name: 'Порядок' });
    await title.getByRole('button').click();
    await expect.poll(() => title.getAttribute('aria-sort')).toBe('descending');
    const first = rowsIn(long()).first();
    await expect.poll(() => first.getByRole('cell').first().textContent()).toBe('1000');
    await long().getByRole('searchbox').fill('нет такого');
    await long().getByText('Ничего не найдено.', { exact: true }).waitFor();
    await long().getByRole('searchbox').fill('z,kjrjdf');
    await expect.poll(() => first.textContent()).toContain('Яблокова');
    await long().getByRole('searchbox').fill('');
    await title.getByRole('button').click();
    await expect.poll(() => first.getByRole('cell').first().textContent()).toBe('1');
  });

  it('is on paper with all its rows', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    expect(await rowsIn(long()).count()).toBe(1_000);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect.poll(() => rowsIn(long()).count()).toBeLessThan(60);
  });
});

describe('a page of a table', () => {
  it('is selected by keyboard: Space adds and takes away, Shift with an arrow goes on', async () => {
    await whole().getByRole('button', { name: 'Снять выбор' }).click();
    await rowsIn(whole()).first().focus();
    await press('Space', 'Shift+ArrowDown', 'Shift+ArrowDown');
    await whole().getByText('Выбрано: 3', { exact: true }).waitFor();
    await press('x');
    await whole().getByText('Выбрано: 2', { exact: true }).waitFor();
  });

  it('is turned, and says where one is', async () => {
    await whole().getByText('1-12 из 45', { exact: true }).waitFor();
    await whole().getByRole('button', { name: 'Последняя страница' }).click();
    await whole().getByText('37-45 из 45', { exact: true }).waitFor();
    await whole().getByRole('button', { name: 'Предыдущая страница' }).click();
    await whole().getByText('25-36 из 45', { exact: true }).waitFor();
    await whole().getByRole('button', { name: 'Первая страница' }).click();
    await whole().getByText('1-12 из 45', { exact: true }).waitFor();
  });

  it('is saved as it is shown', async () => {
    const saving = page.waitForEvent('download');
    await whole().getByRole('button', { name: 'Скачать CSV' }).click();
    const text = await readFile(await (await saving).path(), 'utf8');
    const lines = text.split('\r\n');
    expect(lines[0]).toBe(
      '\ufeffНомер;Порядок;Промоутер;Тип;Дата;Сумма;Сумма промоутеру;Выплата;Комментарий',
    );
    expect(lines[1]).toMatch(/^К-1000;1;Алена Ёлкина;М;[^;]*;0,50?;0,15;;/);
    expect(lines.filter(line => line !== '')).toHaveLength(13);
  });

  it('is cards on a phone, and no page is wider than the screen', async () => {
    await page.setViewportSize(PHONE);
    await whole().getByRole('article', { name: 'К-1000' }).waitFor();
    expect(await whole().getByRole('table').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
