/** What every state of the moderators' screens says, and that everybody can use it. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { readStats } from '#contract/moderation.ts';
import { promoterShare } from '#domain/promoter-share.ts';
import { deferred } from '#kit/deferred.ts';
import { callAs } from '#tests/support/ask-server.ts';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { faultsInBothSizes, isTooWide, themeFaults } from './support/accessibility.ts';
import { type App, button, closeApp, everythingStored, goOnline, openSignedIn } from './support/app.ts';
import { MODERATION, REPORTS, wordsOf } from './support/verbatim.ts';

describe('the words of', () => {
  const CALLS = '/api/promo/moderation/report';
  const NO = { status: 422, json: { message: 'no' } };

  const { says, unread } = wordsOf(REPORTS);

  let app: App;
  let page: Page;

  beforeAll(async () => {
    app = await openSignedIn('/promo/moderation/reports', DEMO.moderator, { size: DESKTOP });
    page = app.page;
    return () => closeApp(app);
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string | RegExp) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  /** The promoter comes into the address with «Показать отчеты». */
  async function show(typed: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Промоутер' }).click();
    await page.keyboard.type(typed);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await press('Показать отчеты');
    await page.waitForURL(/promoter=\d+$/);
  }

  it('the reports, and making one', async () => {
    await press('Показать отчеты');
    await says(page, 'reports');
    await show('непейвода');
    await says(page, 'reports, none');
    await press('Сформировать');
    await says(page, 'report, nothing due');
    await show('кораблев');
    await says(page, 'reports, some');
    app.proxy.addFault({ path: `${CALLS}/create`, fault: NO });
    await press('Сформировать');
    await says(page, 'report, not created');
    await press('Сформировать');
    await says(page, 'report, created');
  });

  it('a report', async () => {
    await page.waitForURL(/\/report\/\d+$/);
    await says(page, 'report');
    app.proxy.addFault({ path: `${CALLS}/requestPay`, fault: NO });
    await page
      .getByRole('checkbox', { name: /^Выплачено: / })
      .first()
      .click();
    await says(page, 'report, a payment failed');
    app.proxy.addFault({ path: `${CALLS}/close`, fault: NO });
    await press('Закрыть отчет');
    await confirm(/^Закрыть, \d+ не оплачен/);
    await says(page, 'report, not closed');
    await confirm(/^Закрыть, \d+ не оплачен/);
    await says(page, 'report, closed');
    app.proxy.addFault({ path: `${CALLS}/open`, fault: NO });
    await press('Открыть отчет');
    await says(page, 'report, not opened');
    await press('Открыть отчет');
    await says(page, 'report, opened');
  });

  it("a moderator's request", async () => {
    const report = page.url();
    await page.locator('a[data-request]').first().click();
    await says(page, "moderator's request");
    await page.goto(report);
    await page.getByRole('heading').getByRole('link').click();
    await page.waitForURL(/promoter=\d+$/);
  });

  it('deleting a report', async () => {
    app.proxy.addFault({ path: `${CALLS}/delete`, fault: NO });
    await page
      .getByRole('button', { name: /^Удалить: Отчет/ })
      .first()
      .click();
    await confirm('Удалить');
    await says(page, 'report, not deleted');
    await confirm('Удалить');
    await says(page, 'report, deleted');
  });

  it('every place of the table', () => {
    expect([...unread]).toEqual([]);
  });
});

const { says } = wordsOf(MODERATION);

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s', (_device, size) => {
  it('the reports of a promoter, one of them and a request in it have no barrier', async () => {
    const { page } = await openSignedIn('/promo/moderation/reports', DEMO.moderator, { size });
    await page.getByRole('combobox', { name: 'Промоутер' }).click();
    await page.keyboard.type('кораблев');
    await page.locator('[role=option][data-highlighted]').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Показать отчеты' }).click();
    const report = page.getByRole('link', { name: /^Открыть: / }).first();
    await report.waitFor();
    const faults = await themeFaults(page, 'reports');
    await report.click();
    await page
      .getByRole('checkbox', { name: /^Выплачено: / })
      .first()
      .waitFor();
    faults.push(...(await themeFaults(page, 'report')));
    expect(await isTooWide(page)).toBe(false);
    await page.locator('a[data-request]').first().click();
    await page
      .getByRole('link', { name: /^Позвонить/ })
      .first()
      .waitFor();
    faults.push(...(await themeFaults(page, 'request')));
    expect(faults).toEqual([]);
  });

  it('the statistics say what they owe and have no barrier', async () => {
    const here = '/promo/moderation/stats';
    const app = await openSignedIn(here, DEMO.moderator, { size });
    const { page, at } = app;
    if (size === DESKTOP) await says(page, 'statistics');
    for (const query of ['', '?from=2020-01-01&to=2020-01-31&idle=1']) {
      await page.goto(at(here + query));
      await page.getByText(/^Обновлено/).waitFor();
      await page.getByText('Графики', { exact: true }).click();
      await page.getByRole('slider', { name: 'День на графике' }).waitFor();
      expect(await themeFaults(page, `statistics ${query}`)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    }
    await app.proxy.goOffline();
    // The browser's own buttons ask nobody whether there is a network.
    await page.evaluate(() => {
      history.pushState(null, '', '?from=2020-02-01&to=2020-02-29');
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
    await page.getByText(/не загружен\. Показан прежний/).waitFor();
    expect(await themeFaults(page, 'statistics offline')).toEqual([]);
  });
});

it('by keyboard alone the search leads to a promoter, a request and back up; neither it nor the list of keys has a barrier', async () => {
  const { page } = await openSignedIn('/promo/moderation/stats', DEMO.moderator, { size: DESKTOP });
  const faults: string[] = [];
  const find = async (text: string, option: RegExp) => {
    // What hears the key is loaded with it.
    await page.getByRole('button', { name: /^Найти/ }).waitFor();
    await page.keyboard.press('Control+KeyK');
    await page.getByRole('combobox', { name: 'Поиск' }).waitFor();
    await page.keyboard.type(text);
    await page.getByRole('option', { name: option, selected: true }).waitFor();
  };
  await find('кораблев', /^Семён Кораблёв/);
  faults.push(...(await themeFaults(page, 'search')));
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: /^Выплата: / }).waitFor();
  await find('1', /^[ЛМ]-000001/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/moderation\/request\/\d+$/);
  await page.getByRole('navigation', { name: 'Путь' }).getByRole('link', { name: 'Отчеты' }).click();
  await page.waitForURL(/\/reports$/);
  await page.keyboard.press('Shift+Slash');
  await page.getByRole('dialog', { name: 'Клавиши' }).waitFor();
  faults.push(...(await themeFaults(page, 'keys')));
  expect(faults).toEqual([]);
});

it('the statistics are saved exactly as they are filtered and shown', async () => {
  const { page, server } = await openSignedIn('/promo/moderation/stats?sort=-sum', DEMO.moderator, {
    size: DESKTOP,
  });
  const name = 'Семён Кораблёв';
  await page.getByText(/^Обновлено/).waitFor();
  await page.getByRole('searchbox', { name: 'Найти промоутера' }).fill('кораблев');
  const shown = page.locator('tbody').getByRole('rowheader');
  await expect.poll(() => shown.allTextContents()).toEqual([name]);
  const saving = page.waitForEvent('download');
  await button(page, 'Скачать CSV').click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('Статистика, все промоутеры, все время.csv');
  const call = await callAs(server.origin, DEMO.moderator);
  const answer = await call('POST', readStats.path, { promoterId: -1, dateFrom: '', dateTo: '' });
  const row = v.parse(readStats.reply, answer).list.find(each => each.name === name);
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(lines[0]).toBe('\uFEFF"Промоутер";"Заявки";"Выполнено";"Ср. чек";"Сумма";"Премия";"№"');
  expect(lines).toHaveLength(2);
  const money = (roubles: number) => roubles.toFixed(roubles % 1 === 0 ? 0 : 2).replace('.', ',');
  const { count = 0, done = 0, avg = 0, sum = 0 } = row ?? {};
  const figures = [count, done, money(avg), money(sum), money(promoterShare(sum))].join('";"');
  expect(lines[1]).toMatch(new RegExp(`^"${name}";"${figures}";"\\d+"$`));
});

it('a promoter without the permission meets 403 on every one of these screens', async () => {
  const { page, at } = await openSignedIn('/promo', DEMO.promoter, { size: DESKTOP });
  for (const path of ['reports', 'report/1', 'request/1']) {
    await page.goto(at(`/promo/moderation/${path}`));
    await page.getByRole('heading', { name: 'Forbidden' }).waitFor();
  }
});

/** A password that would be found wherever it was kept. */
const SECRET = 'Zq-secret-Zq';
const ADD = '/api/promo/moderation/add';

async function fillIn(page: Page, email: string, name = 'Вера Одинцова', password = SECRET): Promise<void> {
  await page.getByRole('textbox', { name: 'Имя' }).fill(name);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Пароль *', { exact: true }).fill(password);
  await page.getByLabel('Повтор пароля *', { exact: true }).fill(password);
}

describe('adding a promoter', () => {
  it('leads from the menu over every answer to a card that goes on paper, and leaves no password behind', async () => {
    const { page, proxy } = await openSignedIn('/promo/moderation', DEMO.moderator);
    const faults: string[] = [];
    const look = async (place: string) => faults.push(...(await faultsInBothSizes(page, place)));
    await says(page, 'moderation menu');
    await look('menu');
    await page.getByRole('link', { name: 'Добавить промоутера' }).click();
    await button(page, 'Придумать пароль').waitFor();
    await says(page, 'add promoter');
    await fillIn(page, DEMO.promoter);
    await look('form');
    const submit = () => button(page, 'Добавить промоутера').click();
    await submit();
    await says(page, 'promoter, address taken');
    await look('taken');
    await page.getByRole('link', { name: 'Главная' }).first().click();
    // A typed password is not left without a question.
    await page.getByRole('dialog', { name: 'Уйти без сохранения?' }).waitFor();
    await button(page, 'Остаться').click();
    await fillIn(page, 'vera@example.com');
    await expect.poll(() => everythingStored(page)).toContain('vera@example.com');
    proxy.addFault({ path: ADD, fault: { status: 422, json: { errors: { name: ['Слишком длинно'] } } } });
    await submit();
    await says(page, 'promoter, refused');
    proxy.addFault({ path: ADD, fault: { json: {} } });
    await submit();
    await says(page, 'promoter, no id');
    proxy.addFault({ path: ADD, fault: 'error' });
    await submit();
    await says(page, 'promoter, no error body');
    const before = proxy.passages(ADD).length;
    proxy.addFault({ path: ADD, fault: 'lose-answer' });
    await submit();
    await says(page, 'promoter added');
    // The account is found among the promoters, and not asked for again.
    expect(proxy.passages(ADD).slice(before)).toHaveLength(1);
    expect(await page.content()).not.toContain(SECRET);
    expect(await everythingStored(page)).not.toContain(SECRET);
    await button(page, 'показать пароль').click();
    await page.getByText(SECRET, { exact: true }).waitFor();
    await look('password');
    await page.keyboard.press('Escape');
    await look('card');
    await printed(page, async () => {
      const [words] = await page.locator('body').allInnerTexts();
      for (const owed of ['Вера Одинцова', SECRET, '/application/', 'Android', 'iPhone'])
        expect(words).toContain(owed);
      expect(words).not.toContain('Телефоны');
      expect(words).not.toContain('Печать');
    });
    await page.getByText(SECRET).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('a list is checked, waits for the network, goes on by itself, and goes on paper', async () => {
    const app = await openSignedIn('/promo/moderation/add?batch', DEMO.moderator, { size: DESKTOP });
    const { page, proxy } = app;
    const faults: string[] = [];
    const look = async (place: string) => faults.push(...(await faultsInBothSizes(page, place)));
    const people = [1, 2, 3].map(at => `Ждущий ${at};w${at}@example.com`);
    people.push(`О"Нил <b>Ёж</b>;${DEMO.promoter};${SECRET}`);
    await page.getByLabel('Список: имя, e-mail, пароль').fill(people.join('\n'));
    await look('paste');
    await button(page, 'Проверить список').click();
    await page.getByText('4 строки, с ошибками: 1').waitFor();
    await page.getByText('EMail уже зарегистрирован').first().waitFor();
    await look('preview');
    const answered = deferred();
    proxy.addFault({ path: ADD, fault: { status: 503, json: {}, after: answered.promise } });
    await button(page, 'Добавить 3 промоутеров').click();
    // The first is on its way when the network goes.
    await expect.poll(() => proxy.passages(ADD).length).toBe(1);
    await proxy.goOffline();
    answered.resolve();
    await page.getByText('Продолжим сами').waitFor();
    await look('offline');
    await goOnline(app);
    await page.getByText('Добавлено 3 из 4').waitFor();
    await look('sent');
    expect(await everythingStored(page)).not.toContain(SECRET);
    await printed(page, async () => expect(await page.locator('article').count()).toBe(3));
    expect(faults).toEqual([]);
  });
});

/** Looks at the page as it goes on paper. */
async function printed(page: Page, look: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await look();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
}
