import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { DESKTOP } from '#tests/support/browser.ts';
import { allowClipboard, sharedServer } from './support/app.ts';
import { dialog, openCredentials, ownThings, rowOf, toast } from './support/credentials.ts';
import { focusFaults, tabTo, tabToField, tabTour, takesFocus } from './support/focus.ts';

/** Presses a key; then the focus must stand somewhere, and show it. */
async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  expect(await focusFaults(page, key)).toEqual([]);
}

/** Presses the button of that name, which Tab must come to. */
async function pressButton(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  expect(await focusFaults(page, `Tab to ${name}`)).toEqual([]);
  await page.keyboard.press('Enter');
}

it('a token is created, copied and revoked by keyboard alone, and the focus is never lost', async () => {
  const app = await openCredentials({ size: DESKTOP });
  const { page } = app;
  await allowClipboard(app);
  await pressButton(page, 'Создать токен');
  const form = dialog(page, 'Новый токен');
  await form.getByRole('checkbox').first().waitFor();
  await takesFocus(form);
  // The name is what comes first: its field has the focus.
  await page.keyboard.type('С клавиатуры');
  await expect.poll(() => form.getByRole('textbox', { name: 'Название' }).inputValue()).toBe('С клавиатуры');
  await tabToField(page, 'Видеть и менять ваши телефоны, видеть и оформлять заявки');
  await press(page, 'Space');
  await pressButton(page, 'Создать');
  const once = dialog(page, 'Токен «С клавиатуры» создан');
  await takesFocus(once);
  expect(await focusFaults(page, 'the token is told')).toEqual([]);
  await press(page, 'Escape');
  await pressButton(page, 'Скопировать: Токен «С клавиатуры»');
  await once.getByText('Скопировано', { exact: true }).waitFor();
  const token = await once.locator('code').textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await pressButton(page, 'Я скопировал токен');
  await once.waitFor({ state: 'detached' });
  expect(await focusFaults(page, 'the token is put away')).toEqual([]);

  await pressButton(page, 'Отозвать: С клавиатуры');
  const question = dialog(page, 'Отозвать токен «С клавиатуры»?');
  await takesFocus(question);
  // The word is what has to be typed first: the field has the focus.
  await page.keyboard.type('отозвать');
  await pressButton(page, 'Отозвать');
  await toast(page, 'отозван');
  await question.waitFor({ state: 'detached' });
  await rowOf(page, 'Personal access tokens', 'С клавиатуры').waitFor({ state: 'detached' });
  // The button that had asked is gone with its row.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Создать токен');
  expect(await focusFaults(page, 'the token is revoked')).toEqual([]);
  expect(await (await ownThings(app.server.origin)).tokens()).not.toContain('С клавиатуры');
});

it('Tab comes to everything of the screen, and each stop is seen', async () => {
  const own = await ownThings((await sharedServer()).origin);
  await own.makeClient({ name: 'Обход', redirect: 'https://shop.example' });
  await own.makeToken('Обходной', ['profile', 'promo']);
  const { page } = await openCredentials({ size: DESKTOP });
  await rowOf(page, 'OAuth clients', 'Обход').waitFor();
  await rowOf(page, 'Personal access tokens', 'Обходной').waitFor();
  const tour = await tabTour(page);
  expect(tour).toMatchObject({ missed: [], unmarked: [], covered: [] });
  expect(tour.stops).toBeGreaterThan(12);
});
