import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Browser, PHONE, removeProfile, startChromium } from '#tests/support/browser.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await startChromium();
});
afterEach(() => page.close());
afterAll(async () => {
  await browser.close();
  removeProfile(browser.profile);
});

/** The gallery on a phone, so far down that the named field is where it is wanted. */
async function openPicker(name: string, block: 'start' | 'end' = 'start'): Promise<Locator> {
  page = await browser.open(inject('gallery'), PHONE);
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

describe('a picker on a phone', () => {
  it.each(['start', 'end'] as const)('opens where there is room, from the %s of the screen', async block => {
    const field = await openPicker('Вид работ', block);
    await field.click();
    await page.getByRole('option', { name: 'Ремонт плиты' }).waitFor();
    expect(await overhang()).toBe(0);
    const rows = await page.getByRole('option').all();
    const heights = await Promise.all(rows.map(async row => (await row.boundingBox())?.height ?? 0));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(48);
  });

  it('understands the wrong layout and names its best match in one piece', async () => {
    const field = await openPicker('Промоутер');
    await field.click();
    await page.keyboard.type('gtn bd');
    await page.getByRole('option', { name: 'Петров Иван', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('Петров Иван');
  });

  it('replaces the chosen name by what is typed after a press', async () => {
    const field = await openPicker('Промоутер выбран');
    await field.click();
    await page.keyboard.type('сок');
    expect(await field.inputValue()).toBe('сок');
    await page.getByRole('option', { name: 'Соколов Иван', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('Петров Иван');
  });

  it('can be used in a dialog, which outlives the first Escape', async () => {
    await openPicker('Промоутер');
    await page.getByRole('button', { name: 'Выбрать в диалоге' }).click();
    const field = page.getByRole('combobox', { name: 'Промоутер в диалоге' });
    await field.click();
    await page.getByRole('option', { name: 'Иванов Олег' }).click();
    expect(await field.inputValue()).toBe('Иванов Олег');
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
