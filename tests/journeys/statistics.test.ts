import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readStats, type StatsRow } from '#contract/moderation.ts';
import { promoterShare } from '#domain/share.ts';
import { toWallClock } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { obtain, ZONE } from '#tests/support/ask-server.ts';
import { accessibilityFaults, contrastFaults } from '#tests/support/axe.ts';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import {
  closeScene,
  findNetwork,
  openScene,
  raiseStage,
  type Scene,
  type Stage,
} from '#tests/support/stage.ts';
import { missingWords, OFFICE } from './verbatim.ts';

const HERE = '/promo/moderation/stats';
const BUSY = 'Семён Кораблёв';

let stage: Stage;
let scene: Scene;
let page: Page;

beforeAll(async () => {
  stage = await raiseStage();
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

/** A moderator before the figures. */
async function openStatistics(size: typeof PHONE, search = ''): Promise<void> {
  const redirect = encodeURIComponent(HERE + search);
  scene = await openScene(stage, `/login?redirect=${redirect}`, size);
  page = scene.page;
  await signIn(page, DEMO.moderator);
  await page.getByText(/^Обновлено/).waitFor();
}

/** What the server says to somebody who is not the page. */
async function figuresOf(period: { dateFrom: string; dateTo: string }): Promise<readonly StatsRow[]> {
  const authorization = `Bearer ${await obtain(stage.server.origin, DEMO.moderator)}`;
  const answer = await fetch(`${stage.server.origin}${readStats.path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ promoterId: -1, ...period }),
  });
  return v.parse(readStats.reply, await answer.json()).list;
}

const today = () => toWallClock(Date.now(), ZONE).slice(0, 10);
const firstOfMonth = () => `${today().slice(0, 7)}-01`;
const search = () => new URL(page.url()).search;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const names = () => page.locator('tbody').getByRole('rowheader').allTextContents();
const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, ' ');
const totals = async () => plain(await page.locator('tfoot').textContent());

async function words(): Promise<string> {
  const inputs = page.locator('input:not([type="date"])');
  const typed = await inputs.evaluateAll(all => all.map(each => (each as HTMLInputElement).value).join(' ')); // inputs
  return `${await page.locator('body').textContent()} ${typed}`;
}

async function faults(): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await (colorScheme === 'light' ? accessibilityFaults : contrastFaults)(page)));
  }
  return found;
}

describe('on a desktop', () => {
  it('says what the specification wants it to say', async () => {
    await openStatistics(DESKTOP);
    await expect.poll(async () => missingWords('statistics', await words())).toEqual([]);
    process.stdout.write(`\nVerbatim on the statistics: ${OFFICE.statistics.join(' · ')}\n`);
  });

  it('filters by the period and the promoter, sums up, resets, and goes back and forward', async () => {
    await openStatistics(DESKTOP);
    const month = { dateFrom: firstOfMonth(), dateTo: today() };
    await button('этот месяц').click();
    await expect.poll(search).toBe(`?from=${month.dateFrom}&to=${month.dateTo}`);
    const list = await figuresOf(month);
    const sum = list.reduce((all, row) => all + row.sum, 0);
    const bonus = list.reduce((all, row) => all + promoterShare(row.sum), 0);
    await expect.poll(totals).toContain(plain(`${formatMoney(sum)}${formatMoney(bonus)}`));
    await page.getByRole('region', { name: 'К прошлому периоду' }).waitFor();

    await page.getByRole('combobox', { name: 'Промоутер' }).click();
    await page.keyboard.type('кораблев');
    await page.getByRole('option', { name: BUSY }).waitFor();
    await page.keyboard.press('Enter');
    await button('Фильтровать').click();
    await expect.poll(names).toEqual([BUSY]);
    const filtered = search();
    expect(filtered).toMatch(/^\?promoter=\d+&from=/);

    await page.goBack();
    await expect.poll(names).toHaveLength(list.length);
    expect(await page.getByRole('combobox', { name: 'Промоутер' }).inputValue()).toBe('показать всех');
    await page.goForward();
    await expect.poll(names).toEqual([BUSY]);
    expect(search()).toBe(filtered);
    expect(await page.getByLabel('Дата с').inputValue()).toBe(month.dateFrom);

    await button('Сбросить').click();
    await expect.poll(search).toBe('');
    await expect.poll(names).toHaveLength(list.length);
    expect(await page.getByLabel('Дата с').inputValue()).toBe('');
  });

  it('refuses days that end before they begin, and knows none after today', async () => {
    await openStatistics(DESKTOP);
    const [from, to] = [page.getByLabel('Дата с'), page.getByLabel('Дата по')];
    expect([await from.getAttribute('max'), await to.getAttribute('max')]).toEqual([today(), today()]);
    await from.fill(today());
    await to.fill(firstOfMonth() === today() ? '2020-01-01' : firstOfMonth());
    await button('Фильтровать').click();
    await page.getByText('Дата «по» не может быть раньше даты «с»').waitFor();
    expect([await to.evaluate(field => field === document.activeElement), search()]).toEqual([true, '']);
  });

  it('sorts by a press, keeps it through a reload, and leads to the reports of a promoter', async () => {
    await openStatistics(DESKTOP);
    const inOrder = await names();
    await button('Сумма').click();
    await button('Сумма').click();
    await expect.poll(search).toBe('?sort=-sum');
    await expect.poll(async () => (await names())[0]).toBe(BUSY);
    await page.reload();
    await page.getByText(/^Обновлено/).waitFor();
    await expect.poll(async () => (await names())[0]).toBe(BUSY);
    await button('№').click();
    await expect.poll(names).toEqual(inOrder);
    await page.getByRole('link', { name: BUSY }).click();
    await page.waitForURL(url => /^\?promoter=\d+$/.test(url.search) && url.pathname.endsWith('/reports'));
  });

  it('saves exactly what is filtered and shown', async () => {
    await openStatistics(DESKTOP, '?sort=-sum');
    await page.getByRole('searchbox', { name: 'Найти промоутера' }).fill('кораблев');
    await expect.poll(names).toEqual([BUSY]);
    const saving = page.waitForEvent('download');
    await button('Скачать CSV').click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe('Статистика, все промоутеры, все время.csv');
    const [busy] = (await figuresOf({ dateFrom: '', dateTo: '' })).filter(({ name }) => name === BUSY);
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(lines[0]).toBe('\uFEFFПромоутер;Заявки;Готово;Ср. чек;Сумма;Премия;№');
    expect(lines).toHaveLength(2);
    const money = (roubles: number) => roubles.toFixed(roubles % 1 === 0 ? 0 : 2).replace('.', ',');
    const { count = 0, done = 0, avg = 0, sum = 0 } = busy ?? {};
    const figures = [count, done, money(avg), money(sum), money(promoterShare(sum))].join(';');
    expect(lines[1]).toMatch(new RegExp(`^${BUSY};${figures};\\d+$`));
  });

  it('keeps the last figures without a network, says so, and goes on when it is back', async () => {
    await openStatistics(DESKTOP);
    const before = await names();
    await scene.proxy.goOffline();
    // The browser's own buttons ask nobody whether there is a network.
    await page.evaluate(to => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, `?from=${firstOfMonth()}&to=${today()}`);
    await page
      .getByText(/^Отбор «все промоутеры, с .*» не загружен\. Показан прежний: «.* все время»\.$/)
      .waitFor();
    expect(await names()).toEqual(before);
    expect(await page.getByText(/^Обновлено/).count()).toBe(1);
    await expect.poll(() => button('Фильтровать').isDisabled()).toBe(true);
    expect(await page.getByText('Нет связи: действие сейчас недоступно').count()).toBe(1);
    expect(await faults()).toEqual([]);
    await findNetwork(scene);
    await page.getByRole('region', { name: 'К прошлому периоду' }).waitFor();
    await expect.poll(() => button('Фильтровать').isEnabled()).toBe(true);
    expect(await page.getByText(/не загружен/).count()).toBe(0);
  });
});

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('everybody on %s', (_device, size) => {
  it.each(['', '?from=2020-01-01&to=2020-01-31&idle=1'])('can use the figures at "%s"', async at => {
    await openStatistics(size, at);
    expect(await faults()).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(size.width);
  });
});

it('on a phone the filter is folded, and cards with bars are sorted by a list', async () => {
  await openStatistics(PHONE);
  const cards = () => page.getByRole('article').getByRole('heading').allTextContents();
  await page.getByRole('combobox', { name: 'Сортировка' }).selectOption('Сумма');
  await button('По возрастанию').click();
  await expect.poll(async () => (await cards()).slice(0, 2)).toEqual(['Итого', BUSY]);
  expect(plain(await page.getByRole('article', { name: BUSY }).textContent())).toMatch(
    /Доля суммы\d+(,\d)? %/,
  );
  await page.getByText(/^Отбор: все промоутеры/).click();
  await button('этот месяц').click();
  await expect.poll(search).toMatch(/^\?from=.*&sort=-sum$/);
  await page.getByRole('region', { name: 'К прошлому периоду' }).waitFor();
  expect(await faults()).toEqual([]);
});
