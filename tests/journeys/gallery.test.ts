import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, TestRunner } from 'vitest';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { isTooWide, themeFaults } from './support/accessibility.ts';
import { type Size, sharedBrowser } from './support/app.ts';

let page: Page;

async function openGallery(size: Size, address = inject('gallery')): Promise<void> {
  const opened = await (await sharedBrowser()).open(address, size);
  if (TestRunner.getCurrentTest()) onTestFinished(() => opened.close({ runBeforeUnload: false }));
  page = opened;
}

it.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('everybody can use every piece on %s, in both themes', async (_device, size) => {
  await openGallery(size);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('heading', { name: 'Витрина' }).waitFor();
  await page.evaluate(uncoverForms);
  expect(await themeFaults(page, 'gallery')).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
});

it.each([100, 200])(
  'the words of a problem have room beside their buttons on a phone, at %d per cent',
  async percent => {
    await openGallery(PHONE);
    await page.addStyleTag({ content: `html { font-size: ${percent}% !important }` });
    const lines = page.locator('figure').filter({ hasText: /^строка: /, has: page.getByText(/^строка: /) });
    await lines.first().waitFor();
    const widths = await lines
      .locator('svg + div')
      .evaluateAll(all => all.map(words => words.clientWidth / (words.parentElement?.clientWidth ?? 0)));
    expect(widths.length).toBeGreaterThan(3);
    expect(widths.filter(share => share < 0.5)).toEqual([]);
  },
);

it("the gallery says the specification's words", async () => {
  await openGallery(DESKTOP);
  await page.getByText('1-12 из 45', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Подгрузить еще', exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Повторить', exact: true }).first().waitFor();
  const texts = await page
    .getByRole('textbox')
    .evaluateAll((inputs: HTMLInputElement[]) => [
      ...inputs.map(input => input.value),
      ...inputs.map(input => input.placeholder),
    ]);
  expect(texts).toContain('Error');
  expect(texts.some(text => /^[^\w]*_+/.test(text))).toBe(true);
});

/** Forms keep their actions in sight; among many of them on one page they would lie over each other's fields. */
function uncoverForms(): void {
  for (const part of document.querySelectorAll<HTMLElement>('form *')) {
    if (getComputedStyle(part).position === 'sticky') part.style.position = 'static';
  }
}

describe('a table of 1,000 rows', () => {
  const state = (name: string) =>
    page.locator('figure').filter({ has: page.getByText(name, { exact: true }) });
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

  beforeAll(async () => {
    await openGallery(DESKTOP);
    await long().getByRole('row').nth(2).waitFor();
    return () => page.close();
  });

  it('has only the rows near the ones in sight in the document, and is a table of all for readers', async () => {
    expect(await rowsIn(long()).count()).toBeLessThan(60);
    const table = long().getByRole('table');
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('1002');
    expect(await table.getByRole('columnheader').count()).toBe(9);
    await expect.poll(() => table.getByRole('rowheader').first().textContent()).toBe('К-1000');
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

  it('is on paper with all its rows', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    expect(await rowsIn(long()).count()).toBe(1_000);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect.poll(() => rowsIn(long()).count()).toBeLessThan(60);
  });
});

describe('a picker on a phone', () => {
  /** The gallery on a phone, so far down that the named field is where it is wanted. */
  async function openPicker(name: string, block: 'start' | 'end' = 'start'): Promise<Locator> {
    await openGallery(PHONE);
    const field = page.getByRole('combobox', { name, exact: true });
    await field.evaluate((element, at) => element.scrollIntoView({ block: at }), block);
    return field;
  }

  /** How far the open list stands over the edges of the screen, in pixels; 0 is what it should be. */
  async function overhang(): Promise<number> {
    const box = await page.getByRole('listbox').boundingBox();
    if (!box) throw new Error('No list is open');
    const right = box.x + box.width - PHONE.width;
    const bottom = box.y + box.height - PHONE.height;
    return Math.max(0, -box.x, -box.y, right, bottom);
  }

  it.each(['start', 'end'] as const)('opens where there is room, from the %s of the screen', async block => {
    const field = await openPicker('Вид работ', block);
    await field.click();
    await page.getByRole('option', { name: 'Ремонт плиты' }).waitFor();
    expect(await overhang()).toBe(0);
    const rows = await page.getByRole('option').all();
    const heights = await Promise.all(rows.map(async row => (await row.boundingBox())?.height ?? 0));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(48);
  });

  it('can be used in a dialog, which outlives the first Escape', async () => {
    await openPicker('Промоутер');
    await page.getByRole('button', { name: 'Выбрать в диалоге' }).click();
    const field = page.getByRole('combobox', { name: 'Промоутер в диалоге' });
    await field.click();
    await page.getByRole('option', { name: 'Иванов Олег' }).click();
    await expect.poll(() => field.inputValue()).toBe('Иванов Олег');
    await field.click();
    await page.getByRole('listbox').waitFor();
    expect(await overhang()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('puts no styles of its own into the page, which the policy of the server forbids', async () => {
    const field = await openPicker('Промоутер');
    const styles = () => page.evaluate(() => document.querySelectorAll('style').length);
    const before = await styles();
    await field.click();
    await page.getByRole('listbox').waitFor();
    expect(await styles()).toBe(before);
  });
});

describe('a field of a date', () => {
  const REMARK = 'Укажите день, месяц и год';

  beforeEach(() => openGallery(PHONE));

  it("half a date in the browser's own input says what is missing, and goes on from there", async () => {
    const field = page.getByLabel('Дата с');
    const described = () =>
      field.evaluate(input =>
        (input.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map(id => document.getElementById(id)?.textContent)
          .join(),
      );
    await field.focus();
    await page.keyboard.type('11');
    await field.blur();
    expect(await described()).toContain(REMARK);
    await field.focus();
    await page.keyboard.type('11202026');
    await field.blur();
    await expect.poll(() => field.inputValue()).toBe('2026-11-20');
    expect(await described()).not.toContain(REMARK);
  });

  it('a year has four digits', async () => {
    const field = page.getByLabel('Дата с');
    await field.focus();
    await page.keyboard.type('112020267');
    await expect.poll(() => field.inputValue()).toMatch(/^\d{4}-11-20$/);
  });

  it('the selects can be used with the keys alone', async () => {
    const group = page.getByRole('group', { name: 'Начало' });
    await group.getByRole('combobox', { name: 'День' }).focus();
    await page.keyboard.type('9');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    expect(await group.getByText(REMARK).count()).toBe(0);
    await page.keyboard.press('Tab');
    expect(await group.getByText(REMARK).count()).toBe(1);
    await group.getByRole('combobox', { name: 'Год' }).selectOption('2026');
    const values = await group
      .getByRole('combobox')
      .evaluateAll(all => all.map(select => select instanceof HTMLSelectElement && select.value));
    expect(values).toEqual(['09', '02', '2026']);
  });
});
