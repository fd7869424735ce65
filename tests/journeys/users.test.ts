/** An administrator blocks somebody by keyboard alone, and that one's next call is refused. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { callAs } from '#tests/support/ask-server.ts';
import { DESKTOP } from '#tests/support/browser.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { faultsInBothSizes } from './support/accessibility.ts';
import { button, openSignedIn } from './support/app.ts';
import { focusFaults, tabTo, takesFocus } from './support/focus.ts';

// Somebody is blocked here: the other journeys' server keeps its accounts.
let server: ServerProcess;

beforeAll(async () => {
  server = await startServer();
  return () => server.remove();
});

const open = async () => {
  const app = await openSignedIn('/users', DEMO.admin, { size: DESKTOP, server });
  await app.page.getByRole('row').nth(1).waitFor();
  return app;
};

const panel = (page: Page) => page.getByRole('region', { name: /^Пользователь: / });
const question = (page: Page) => page.getByRole('dialog', { name: /^Заблокировать: / });

it('by keyboard alone somebody is blocked and let in again, and the focus is never lost', async () => {
  const callAsNovice = await callAs(server.origin, DEMO.novice);
  await callAsNovice('POST', '/api/getUser', {});
  const { page } = await open();
  const press = async (key: string) => {
    await page.keyboard.press(key);
    expect(await focusFaults(page, key)).toEqual([]);
  };
  // The first row has the focus; the novice is the third.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe('0');
  await press('j');
  await press('j');
  await press('Enter');
  await panel(page).getByText(DEMO.novice).waitFor();
  await button(panel(page), 'Заблокировать').waitFor();
  await tabTo(page, 'Заблокировать');
  await press('Enter');
  await takesFocus(question(page));
  // The reason comes first: its field has the focus.
  await page.keyboard.type('Уволен');
  await tabTo(page, 'Заблокировать');
  await page.keyboard.press('Enter');
  await question(page).waitFor({ state: 'detached' });
  await panel(page).getByText('Заблокирован: Уволен').waitFor();
  // The focus is on the way back.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Разблокировать');
  expect(await focusFaults(page, 'blocked')).toEqual([]);
  await expect(callAsNovice('POST', '/api/getUser', {})).rejects.toThrow('401');
  await press('Enter');
  await panel(page).getByText('Вход открыт').waitFor();
  await press('Escape');
  await expect.poll(() => panel(page).count()).toBe(0);
  expect(await focusFaults(page, 'closed')).toEqual([]);
  await callAs(server.origin, DEMO.novice);
});

it('a panel that opens moves no row up or down', async () => {
  const { page } = await open();
  const tops = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('tbody tr')].slice(0, 5).map(row => row.getBoundingClientRect().y),
    );
  const before = await tops();
  await page.getByRole('row').nth(2).getByRole('link').first().click();
  await panel(page).waitFor();
  expect(await tops()).toEqual(before);
});

it('the list, the panel and the question have no barrier, on a phone neither', async () => {
  const { page } = await open();
  const faults = await faultsInBothSizes(page, 'list');
  await page.locator('[data-user]').first().click();
  await button(panel(page), 'Заблокировать').waitFor();
  faults.push(...(await faultsInBothSizes(page, 'panel')));
  await button(panel(page), 'Заблокировать').click();
  await takesFocus(question(page));
  faults.push(...(await faultsInBothSizes(page, 'question')));
  await page.keyboard.type('Проверка');
  await button(question(page), 'Заблокировать').click();
  await button(panel(page), 'Разблокировать').waitFor();
  faults.push(...(await faultsInBothSizes(page, 'blocked')));
  expect(faults).toEqual([]);
});
