import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { gathering } from '#tests/support/barriers.ts';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { closeScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import {
  button,
  cell,
  enterWarehouse,
  field,
  isSummedUp,
  openReceipt,
  options,
  plainReceipt,
  RECEIPT,
  receiptPath,
  SEARCH,
  type StockWitness,
  saveButton,
  seek,
  stockWitness,
} from '#tests/support/stock-office.ts';
import { isTooWide } from '#tests/support/touch.ts';

// What is there as soon as an address is opened, accessibility.test.ts looks at: see screens.ts.

let stage: Stage;
let scene: Scene;
let witness: StockWitness;

beforeAll(async () => {
  stage = await raiseStage();
  witness = await stockWitness(stage.server.origin);
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

const SIZES = [
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
] as const;

async function goOffline(page: Page): Promise<void> {
  await scene.proxy.goOffline();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
}

it.each(SIZES)('the states of a list have no barrier on %s, in both themes', async (_name, size) => {
  scene = await enterWarehouse(stage, '/warehouse/enter/99', { size });
  const { page } = scene;
  const { faults, look } = gathering(page);
  await page.getByText('Страницы 99 нет').waitFor();
  await look('list, beyond the end');
  await page.getByRole('link', { name: 'На последнюю страницу' }).click();
  await page.getByRole('checkbox', { name: 'Выбрать все показанные' }).check();
  await look('list, chosen');
  await goOffline(page);
  await button(page, 'Обновить').click();
  await page.getByText('Нет связи. Показано то, что загружено раньше.').waitFor();
  await look('list, offline');
  await button(page, 'Первая страница').click();
  await page.getByText('Нет связи. Этот раздел работает только при связи.').waitFor();
  await look('list, never read');
  expect(faults).toEqual([]);
});

it.each(SIZES)('the states of the search have no barrier on %s, in both themes', async (_name, size) => {
  scene = await openReceipt(stage, await plainReceipt(witness, 'ОП-000023'), { size });
  const { page, proxy } = scene;
  const { faults, look } = gathering(page);
  await seek(page, 'насос');
  await options(page).first().waitFor();
  await look('search, found');
  await seek(page, 'нет такого');
  await page.getByText('Ничего не найдено').waitFor();
  await look('search, nothing');
  proxy.spoil({ path: SEARCH, fault: { status: 500, json: {} } });
  await seek(page, 'плата');
  await page.getByText('Сервер не смог ответить на поиск.').waitFor();
  await look('search, failed');
  await page.keyboard.press('Escape');
  expect(faults).toEqual([]);
});

it.each(SIZES)(
  'a removed line and what is refused have no barrier on %s, in both themes',
  async (_name, size) => {
    scene = await openReceipt(stage, await plainReceipt(witness, 'ОП-000022'), { size });
    const { page, proxy } = scene;
    const { faults, look } = gathering(page);
    await button(page, 'Удалить строку 2').click();
    await button(page, 'Вернуть').waitFor();
    await look('a line removed');
    await field(page, 'НДС, %').fill('7000');
    await cell(page, 'Налог, %', 1).fill('11');
    await cell(page, 'Цена, руб.', 2).fill('дорого');
    await page.keyboard.press('Tab');
    await saveButton(page).click();
    await page.getByRole('alert', { name: '3 ошибки в форме' }).waitFor();
    await look('refused');
    await field(page, 'НДС, %').fill('20');
    await cell(page, 'Налог, %', 1).fill('1');
    await cell(page, 'Цена, руб.', 2).fill('5');
    proxy.spoil({ path: RECEIPT, method: 'PUT', fault: { status: 500, json: {} } });
    await saveButton(page).click();
    await page.getByText('Введенное осталось здесь.').waitFor();
    await look('not saved');
    expect(faults).toEqual([]);
  },
);

it.each(SIZES)(
  'two versions and a save that nobody knows of have no barrier on %s, in both themes',
  async (_name, size) => {
    const id = await plainReceipt(witness, 'ОП-000021');
    scene = await openReceipt(stage, id, { size });
    const { page, proxy } = scene;
    const { faults, look } = gathering(page);
    await field(page, 'Описание').fill('Мое');
    await witness.save(id, { description: 'Чужое', nomenclature: [] });
    await saveButton(page).click();
    await page.getByRole('heading', { name: 'Две версии документа' }).waitFor();
    await look('two versions');
    await button(page, 'Взять версию с сервера').click();
    await look('asked for theirs');
    await button(page.getByRole('dialog'), 'Взять версию с сервера').click();
    await page.getByText('В документе нет строк').waitFor();
    await look('no lines');

    await field(page, 'Входящий номер').fill('Не сохранен');
    await page.getByRole('link', { name: 'К списку' }).click();
    await page.getByRole('dialog', { name: 'Уйти без сохранения?' }).waitFor();
    await look('asked to leave');
    await button(page.getByRole('dialog'), 'Остаться').click();
    proxy.spoil({ path: RECEIPT, method: 'PUT', fault: 'lose-answer', times: 1000 });
    proxy.spoil({ path: RECEIPT, method: 'GET', fault: 'lose-request', times: 1000 });
    await saveButton(page).click();
    await page.getByText(/узнаем при связи/).waitFor();
    await look('not known');
    expect(faults).toEqual([]);
  },
);

it.each(SIZES)('a document that is not there has no barrier on %s, in both themes', async (_name, size) => {
  scene = await enterWarehouse(stage, receiptPath(987_654), { size });
  const { page } = scene;
  const { faults, look } = gathering(page);
  await page.getByText(/^Такого документа нет/).waitFor();
  await look('not there');
  expect(faults).toEqual([]);
});

/** A screen of 640 px whose text is twice as large has as little room as one of 320 px. */
it('nothing is lost on a screen of 320 px, and none with text of twice its size', async () => {
  const { data } = await witness.list('loss', 1);
  scene = await enterWarehouse(stage, '/warehouse/enter/1', { size: PHONE });
  const { page, at } = scene;
  const faults: string[] = [];
  const ways = [
    ['/warehouse/enter/1', () => page.getByText(/^1-15 из/).waitFor()],
    ['/warehouse/inventory', () => page.getByText('Раздел в разработке').waitFor()],
    [receiptPath(await witness.idOf('ОП-000037')), () => isSummedUp(page)],
    [`/warehouse/loss/edit/${data[0]?.id}`, () => isSummedUp(page)],
  ] as const;
  for (const [path, isThere] of ways) {
    for (const [width, text] of [
      [320, '100%'],
      [640, '200%'],
      [1280, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto(at(path));
      await isThere();
      await page.evaluate(size => {
        document.documentElement.style.fontSize = size;
      }, text);
      if (await isTooWide(page)) faults.push(`${path} is too wide at ${width} px with text of ${text}`);
      faults.push(...(await cutOff(page)).map(words => `${path} at ${width} px, ${text}: ${words}`));
    }
  }
  expect(faults).toEqual([]);
});

/** Buttons, links and fields whose words do not fit into them, or that stand beyond the edge of the screen. */
function cutOff(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate(main => {
    const faults: string[] = [];
    for (const each of main.querySelectorAll<HTMLElement>('button, a, label, h2, h3, dt, dd')) {
      const { left, right, width } = each.getBoundingClientRect();
      if (width < 2 || !each.checkVisibility({ visibilityProperty: true })) continue;
      const box = each.closest('[class*=scroller]');
      const isBeyond = !box && (left < -1 || right > innerWidth + 1);
      const isClipped =
        getComputedStyle(each).overflowX === 'hidden' && each.scrollWidth > each.clientWidth + 1;
      if (isBeyond || isClipped) faults.push(`«${each.textContent?.trim().slice(0, 40)}» is cut off`);
    }
    return faults;
  });
}
