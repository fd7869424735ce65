/** How many taps the daily work of a promoter takes from the app's start screen. Typing, «next» and «done» are none. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newPhone } from '#tests/support/promoter.ts';
import { type App, goOffline, openReady } from './support/app.ts';

/** Begins a job on the start screen; `taps` tells how many it took. */
async function begin({ page, at }: App) {
  const home = page.getByRole('link', { name: 'Главная' });
  // From the second job on as who works all day: what a screen needs is there already.
  if (await home.isVisible()) await home.click();
  else await page.goto(at('/promo'));
  await page.waitForURL(/\/promo$/);
  let count = 0;
  const tap = async (target: Locator) => {
    count += 1;
    await target.filter({ visible: true }).first().click();
  };
  return {
    tap,
    /** One tap opens the list, one chooses. */
    async choose(label: string) {
      count += 2;
      const list = page.getByRole('combobox', { name: label });
      await list.selectOption(await list.locator('option:not([value=""])').first().getAttribute('value'));
    },
    taps: () => count,
  };
}

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name });
const row = (page: Page) => page.locator('article h3 a');

/** The field that has the focus already. */
const typeInto = async (page: Page, field: string | RegExp, text: string) => {
  const focused = page.getByLabel(field).and(page.locator(':focus'));
  await focused.waitFor();
  await page.keyboard.type(text);
};

const search = async ({ page }: App, tap: (target: Locator) => Promise<void>, text: string) => {
  await tap(link(page, 'Имя или телефон'));
  await typeInto(page, 'Имя, комментарий или телефон', text);
  await page.getByText('Найдено: 1').waitFor();
};

async function writeDown({ page }: App, tap: (target: Locator) => Promise<void>, phone: string) {
  await tap(link(page, 'Добавить контакт'));
  await typeInto(page, /^Имя/, 'Зоя');
  await page.keyboard.press('Tab');
  await typeInto(page, /^Телефон/, phone);
  await tap(button(page, 'Создать контакт'));
  await page.waitForURL(/\/promo\/contacts$/);
}

it.each(['with', 'without'])(
  'each daily job takes few taps from the start screen, %s a network',
  async how => {
    const app = await openReady();
    const { page } = app;
    if (how === 'without') await goOffline(app);
    const phone = newPhone();
    const saved = /\/promo\/orders$/;

    const save = await begin(app);
    await writeDown(app, save.tap, phone);
    expect(save.taps()).toBeLessThanOrEqual(3);

    const first = await begin(app);
    await search(app, first.tap, phone);
    await first.tap(row(page));
    await first.tap(link(page, 'На дом'));
    await first.choose('Район');
    await first.choose('Вид работ');
    await typeInto(page, /^Улица/, 'Лесная');
    await first.tap(button(page, 'Оформить заявку'));
    await page.waitForURL(saved);
    // On a device that has chosen nothing yet.
    expect(first.taps()).toBeLessThanOrEqual(9);

    const again = await begin(app);
    await search(app, again.tap, phone);
    await again.tap(link(page, /^Повторить/));
    await again.tap(button(page, 'Оформить заявку'));
    await page.waitForURL(saved);
    expect(again.taps()).toBeLessThanOrEqual(3);

    const fresh = await begin(app);
    await writeDown(app, fresh.tap, newPhone());
    await fresh.tap(link(page, 'На дом'));
    for (const list of ['Район', 'Вид работ']) {
      await fresh.tap(page.getByRole('group', { name: new RegExp(`: ${list}`, 'i') }).getByRole('button'));
    }
    await typeInto(page, /^Улица/, 'Луговая');
    await fresh.tap(button(page, 'Оформить заявку'));
    await page.waitForURL(saved);
    expect(fresh.taps()).toBeLessThanOrEqual(7);

    // The last: a desktop's browser asks which program may call, and lets nothing through meanwhile.
    const call = await begin(app);
    await search(app, call.tap, phone);
    await call.tap(link(page, /^Позвонить: Зоя/));
    expect(call.taps()).toBeLessThanOrEqual(2);
  },
);
