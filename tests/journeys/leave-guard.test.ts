import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type Browser, removeProfile, startChromium } from '#tests/support/browser.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await startChromium();
});
afterAll(async () => {
  await browser.close();
  removeProfile(browser.profile);
});

const form = () => page.getByRole('form', { name: 'Новый промоутер' });
const question = () => page.getByRole('dialog', { name: 'Уйти без сохранения?' });
const answer = (word: string) => question().getByRole('button', { name: word }).click();
const path = () => new URL(page.url()).pathname;

/** The gallery, reached from another screen, with something typed into a form that keeps no draft. */
beforeEach(async () => {
  page = await browser.open(inject('gallery').replace('gallery', '404'));
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  await page.goto(inject('gallery'));
  await form().getByLabel('Имя').fill('Алена');
  return async () => {
    await page.close({ runBeforeUnload: false });
  };
});

it('asks before a link leads away from what was typed', async () => {
  await page.getByRole('link', { name: 'Отчеты' }).click();
  await answer('Остаться');
  await question().waitFor({ state: 'detached' });
  expect(path()).toBe('/application/gallery');
  expect(await form().getByLabel('Имя').inputValue()).toBe('Алена');
  await page.getByRole('link', { name: 'Отчеты' }).click();
  await answer('Уйти');
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
});

it('asks when the browser goes back, and goes back only then', async () => {
  await page.getByRole('link', { name: 'Отчеты' }).click();
  await answer('Уйти');
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  await page.goBack();
  await form().getByLabel('Имя').fill('Борис');
  await page.evaluate(() => window.history.forward());
  await answer('Остаться');
  await question().waitFor({ state: 'detached' });
  expect(path()).toBe('/application/gallery');
  expect(await form().getByLabel('Имя').inputValue()).toBe('Борис');
  await page.evaluate(() => window.history.forward());
  await answer('Уйти');
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
});

it('lets the browser ask before the tab is closed or loaded anew', async () => {
  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  expect(await form().getByLabel('Имя').inputValue()).toBe('Алена');
});

it('asks nothing once the form is as it was', async () => {
  await form().getByLabel('Имя').fill('');
  await page.getByRole('link', { name: 'Отчеты' }).click();
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  expect(await question().count()).toBe(0);
});
