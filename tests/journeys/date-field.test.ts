import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Browser, PHONE, removeProfile, startChromium } from '#tests/support/browser.ts';

const REMARK = 'Укажите день, месяц и год';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await startChromium();
  page = await browser.open(inject('gallery'), PHONE);
});
afterAll(async () => {
  await browser.close();
  removeProfile(browser.profile);
});

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
  expect(await field.inputValue()).toBe('2026-11-20');
  expect(await described()).not.toContain(REMARK);
});

it('a year has four digits', async () => {
  const field = page.getByLabel('Дата с');
  await field.focus();
  await page.keyboard.type('112020267');
  expect(await field.inputValue()).toMatch(/^\d{4}-11-20$/);
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
