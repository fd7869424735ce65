/** A payday from the list of payouts: how many presses it takes, by mouse and by keyboard, and what two moderators see of each other. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DESKTOP, MOUSE } from '#tests/support/browser.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { faultsInBothSizes } from './support/accessibility.ts';
import { openSecondPage, openSignedIn, ownBrowser } from './support/app.ts';

// Everybody is paid here: the other journeys' server keeps its debts.
let server: ServerProcess;

beforeAll(async () => {
  server = await startServer();
  return () => server.remove();
});

const open = async () => {
  const app = await openSignedIn('/promo/moderation', DEMO.moderator, { size: DESKTOP, server });
  await app.page.getByRole('row').nth(1).waitFor();
  return app;
};

const PAY = /^Выплатить \d+ на /;
const panel = (page: Page) => page.getByRole('region', { name: /^Выплата: / });
const nameOf = (page: Page) => panel(page).getByRole('heading', { level: 2 }).textContent();
/** It does nothing for a moment, so that no second click pays the next. */
const isEnabled = (button: ReturnType<Page['locator']>) =>
  expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();
/** Who is paid, by the row's own words. */
const paidRows = (page: Page) =>
  page
    .getByRole('row')
    .filter({ has: page.locator('[data-promoter]') })
    .filter({ hasText: 'выплачено' });

/** Rows that are whole: nothing of theirs lies under the head, the totals or the edge of what scrolls. */
const rowsInSight = (page: Page) =>
  page.evaluate(() => {
    const top = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
    return [...document.querySelectorAll('tbody tr[data-row]')].filter(row => {
      const box = row.getBoundingClientRect();
      const at = document.elementFromPoint(box.x + box.width / 2, box.bottom - 2);
      return box.top >= top - 1 && row.contains(at);
    }).length;
  });

it('with a mouse a screen has room for fourteen promoters, and for eleven requests of a report', async () => {
  const browser = await ownBrowser(MOUSE);
  const { page, at } = await openSignedIn('/promo/moderation', DEMO.moderator, {
    size: DESKTOP,
    server,
    browser,
  });
  await page.locator('[data-promoter]').nth(13).waitFor();
  // The demo's longest name takes two lines.
  await page.locator('[data-promoter]').evaluateAll(names => {
    for (const name of names) name.textContent = 'Анна Уткина';
  });
  expect(await rowsInSight(page)).toBeGreaterThanOrEqual(14);
  await page.goto(at('/promo/moderation/report/2'));
  await page.getByRole('row').nth(1).waitFor();
  expect(await rowsInSight(page)).toBeGreaterThanOrEqual(11);
});

it('a promoter is paid in two clicks, whatever reports it stands in, each of the next ones in one', async () => {
  const { page } = await open();
  let clicks = 0;
  const click = async (target: ReturnType<Page['locator']>) => {
    clicks += 1;
    await target.click();
  };
  await click(page.locator('[data-promoter]').first());
  for (let paid = 1; paid <= 4; paid++) {
    await panel(page).waitFor();
    const name = await nameOf(page);
    const pay = panel(page).getByRole('button', { name: PAY });
    await isEnabled(pay);
    await click(pay);
    await expect.poll(() => nameOf(page)).not.toBe(name);
    await expect.poll(() => paidRows(page).count()).toBe(paid);
    expect(clicks).toBe(1 + paid);
  }
});

it('a payment is found by its number, prints one sheet of all its requests, and is taken back after a question', async () => {
  const { page } = await open();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Поиск' }).fill('выплата 1');
  await page.getByRole('option', { name: /^Выплата №1/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/promo\/moderation\/payments\/1$/);
  const table = page.getByRole('table', { name: 'Заявки выплаты' });
  await table.getByRole('row').nth(1).waitFor();
  expect(await faultsInBothSizes(page, 'a payment')).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('region', { name: 'Ведомость выплаты №1' });
  await expect.poll(() => sheet.getByText(/^Получил /).isVisible()).toBe(true);
  expect(await page.getByRole('navigation').count()).toBe(0);
  await page.emulateMedia({ media: null });
  await page.getByRole('button', { name: 'Вернуть', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Вернуть .* руб\.$/ })
    .click();
  await page
    .getByText(/^возвращено /)
    .first()
    .waitFor();
});

it.each([
  ['100%', DESKTOP],
  ['200%', { width: 1920, height: 1080 }],
])('with letters of %s an opened panel moves no row, a payment nothing at all', async (letters, size) => {
  const browser = await ownBrowser(MOUSE);
  const { page } = await openSignedIn('/promo/moderation', DEMO.moderator, { size, server, browser });
  const name = (await page.locator('[data-promoter]').nth(2).textContent()) ?? '';
  await page.evaluate(given => {
    document.documentElement.style.fontSize = given;
  }, letters);
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  const top = async () => (await row.boundingBox())?.y;
  const before = await top();
  await row.getByRole('link', { name, exact: true }).click();
  const pay = panel(page).getByRole('button', { name: PAY });
  await isEnabled(pay);
  if (letters === '100%') expect(await top()).toBe(before);
  expect(await cutHeads(page)).toEqual([]);
  const places = await page.evaluate(placesOf);
  await pay.click();
  const undo = row.getByRole('button', { name: 'Вернуть' });
  await undo.waitFor();
  await page.getByText(/^\d+ из \d+, выплачено .*, осталось /).waitFor();
  expect(await page.evaluate(placesOf)).toEqual(places);
  await undo.evaluate(button => button.scrollIntoView({ block: 'center' }));
  expect(await isWhole(undo)).toBe(true);
});

/** Where the list stands: its figures, filters, titles, rows and cells, its pages, and what the panel begins with. */
function placesOf(): string[] {
  const all =
    'main dt, main search, table[aria-describedby] :is(thead th, tbody > tr > *), main nav button, section header *';
  return [...document.querySelectorAll(all)].map(element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    // A word is as wide as it is; what matters is where it begins.
    const isWord = element.matches('dt, h2');
    return [element.tagName, x, y, isWord || width, height].join(' ');
  });
}

/** Titles of the list that do not stand in it whole. */
const cutHeads = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('table[aria-describedby]')?.parentElement?.getBoundingClientRect();
    return [...document.querySelectorAll('table[aria-describedby] thead th[data-column]')]
      .filter(head => head.getBoundingClientRect().right > (box?.right ?? 0))
      .map(({ textContent }) => textContent);
  });

const isWhole = (target: ReturnType<Page['locator']>) =>
  target.evaluate(element => {
    const box = element.getBoundingClientRect();
    const at = (x: number) => element.contains(document.elementFromPoint(x, box.y + box.height / 2));
    return at(box.left + 1) && at(box.right - 1);
  });

it('by keyboard a payday takes two keys from a row, and one for each of the next, in the Russian layout too', async () => {
  const { page } = await open();
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const pay = panel(page).getByRole('button', { name: PAY });
  const hasFocus = () => pay.evaluate(element => element === document.activeElement);
  // The first row has the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe('0');
  await press('Enter');
  for (const [paid, key] of ['KeyP', 'Enter', 'KeyP'].entries()) {
    await isEnabled(pay);
    expect(await hasFocus()).toBe(true);
    const name = await nameOf(page);
    await press(key);
    await expect.poll(() => nameOf(page)).not.toBe(name);
    expect(keys).toBe(2 + paid);
  }
  await page.keyboard.press('Shift+Slash');
  const help = page.getByRole('dialog', { name: 'Клавиши' });
  await help.getByText('выплатить открытому промоутеру').waitFor();
  await help.getByText('следующая запись').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => help.count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => panel(page).count()).toBe(0);
});

it('what is told of a refused payment lies on nothing that is pressed next', async () => {
  const app = await open();
  const { page } = app;
  app.proxy.addFault({ path: '/api/promo/moderation/payouts/pay', fault: { status: 422, json: {} } });
  await page.locator('[data-promoter]').nth(1).click();
  const pay = panel(page).getByRole('button', { name: PAY });
  await isEnabled(pay);
  await page.keyboard.press('KeyP');
  await page.getByText('обработки запроса').first().waitFor();
  const next = [
    pay,
    ...['Следующий промоутер', 'Закрыть'].map(name => panel(page).getByRole('button', { name })),
    page.getByRole('button', { name: /^Повторить: / }),
    page.getByRole('link', { name: 'Добавить промоутера' }),
  ];
  for (const each of next) expect(await isWhole(each)).toBe(true);
});

it('two moderators do not pay twice: who comes later is asked about what is left', async () => {
  const app = await open();
  const { page } = app;
  const other = await openSecondPage(app, app.at('/login?redirect=/promo/moderation'), DESKTOP);
  await signIn(other, DEMO.admin);
  const name = (await page.locator('[data-promoter]').nth(1).textContent()) ?? '';
  for (const each of [page, other]) {
    await each.getByRole('link', { name, exact: true }).click();
    await panel(each).waitFor();
    await panel(each).getByRole('button', { name: PAY }).waitFor();
  }
  await isEnabled(panel(page).getByRole('button', { name: PAY }));
  await panel(page).getByRole('button', { name: PAY }).click();
  await expect.poll(() => nameOf(page)).not.toBe(name);
  // The other one's panel still says what was to be paid before.
  await panel(other).getByRole('button', { name: PAY }).click();
  await other.getByText('уже выплачено').first().waitFor();
});

it('the list, the panel and what was paid have no barrier, on a phone neither', async () => {
  const { page } = await open();
  const faults = await faultsInBothSizes(page, 'list');
  await page.locator('[data-promoter]').first().click();
  await panel(page).waitFor();
  faults.push(...(await faultsInBothSizes(page, 'panel')));
  await page.getByRole('button', { name: 'Закрыть', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Выбрать все показанные' }).check();
  faults.push(...(await faultsInBothSizes(page, 'chosen')));
  expect(faults).toEqual([]);
});

it('many are paid after one question, over every page', async () => {
  const { page } = await open();
  const owed = await page
    .getByRole('row')
    .filter({ has: page.locator('[data-promoter]') })
    .count();
  await page.getByRole('checkbox', { name: 'Выбрать все показанные' }).check();
  await page.getByRole('button', { name: new RegExp(`^Выплатить ${owed} промоутер`) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Выплатить/ })
    .click();
  await page.getByText(/, осталось 0.руб\.$/).waitFor({ timeout: 120_000 });
  await expect.poll(() => paidRows(page).count()).toBe(owed);
  await page.getByRole('button', { name: 'Скрыть итог' }).click();
  await page.getByText('Всем выплачено: долгов нет.').waitFor();
});
