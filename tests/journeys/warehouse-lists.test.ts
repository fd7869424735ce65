import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { deferred } from '#tests/support/deferred.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { closeScene, findNetwork, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import {
  button,
  codes,
  enterWarehouse,
  pageWords,
  pathOf,
  type StockWitness,
  stockWitness,
} from '#tests/support/stock-office.ts';

let stage: Stage;
let scene: Scene;
let page: Page;
let witness: StockWitness;

beforeAll(async () => {
  stage = await raiseStage();
  witness = await stockWitness(stage.server.origin);
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

async function open(path: string, at?: { size?: typeof PHONE; email?: string }): Promise<void> {
  scene = await enterWarehouse(stage, path, at);
  page = scene.page;
}
const title = (words: string) => page.getByRole('heading', { name: words, level: 1 }).waitFor();
const openMenu = (size: typeof PHONE) =>
  (size === PHONE ? button(page, 'Еще действия') : page.getByRole('button', { name: /^Профиль: / })).click();
const section = (name: string) =>
  page.getByRole('navigation', { name: 'Разделы склада' }).getByRole('link', { name });
/** That page of the list, as the server tells it, and nothing else. */
async function shows(kind: 'enter' | 'loss', number: number): Promise<void> {
  const { data, from, to, total } = await witness.list(kind, number);
  await expect.poll(() => codes(page)).toEqual(data.map(row => row.transfer_code));
  await expect.poll(() => pageWords(page).textContent()).toBe(`${from}-${to} из ${total}`);
  expect(pathOf(page)).toBe(`/warehouse/${kind}/${number}`);
}

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('on %s', (_device, size) => {
  it("the user's menu leads to the receipts, and the links above them to the other three parts", async () => {
    await open('/dashboard', { size });
    await openMenu(size);
    await page.getByRole('menuitem', { name: 'Склад' }).click();
    await title('Оприходования');
    await shows('enter', 1);
    await section('Списания').click();
    await title('Списания');
    await shows('loss', 1);
    for (const [name, address] of [
      ['Перемещения', '/warehouse/move/'],
      ['Инвентаризации', '/warehouse/inventory/'],
    ] as const) {
      await section(name).click();
      await title(name);
      await page.getByText('Раздел в разработке', { exact: true }).waitFor();
      expect(`${pathOf(page)}/`.replace('//', '/')).toBe(address);
      expect(await section(name).getAttribute('aria-current')).toBe('page');
      // Nothing that looks like a document, and nobody was asked for any.
      expect(await codes(page)).toEqual([]);
      await page.reload();
      await title(name);
    }
    expect(scene.proxy.passages(/^\/api\/(move|inventory)/)).toEqual([]);
    await page.getByRole('link', { name: 'оприходования', exact: true }).click();
    await shows('enter', 1);
    // Nothing of what is shown is cut off by the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  });

  it('the paginator turns pages, the address follows, and back and forward turn them too', async () => {
    await open('/warehouse/enter', { size });
    await shows('enter', 1);
    await button(page, 'Следующая страница').click();
    await shows('enter', 2);
    await button(page, 'Последняя страница').click();
    await shows('enter', 3);
    expect(await button(page, 'Следующая страница').getAttribute('aria-disabled')).toBe('true');
    await page.goBack();
    await shows('enter', 2);
    await page.goBack();
    await shows('enter', 1);
    await page.goForward();
    await shows('enter', 2);
    await page.reload();
    await shows('enter', 2);
    await button(page, 'Первая страница').click();
    await shows('enter', 1);
  });

  it('to a document and back to the same page', async () => {
    await open('/warehouse/loss/2', { size });
    await shows('loss', 2);
    const { data } = await witness.list('loss', 2);
    const [first] = data;
    await page.getByRole('link', { name: first?.transfer_code ?? '' }).click();
    await title(`Списание ${first?.transfer_code}`);
    expect(pathOf(page)).toBe(`/warehouse/loss/edit/${first?.id}`);
    await page.goBack();
    await shows('loss', 2);
  });
});

it('pages that are turned faster than the server answers end on the one that was asked for last', async () => {
  await open('/warehouse/enter/1');
  await shows('enter', 1);
  const second = await witness.list('enter', 2);
  const slow = deferred();
  scene.proxy.spoil({ path: '/api/enter', fault: { json: second, after: slow.promise } });
  await button(page, 'Следующая страница').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => pathOf(page)).toBe('/warehouse/enter/2');
  // The address changes before the page does; once it asks for the second page, its buttons lead on from there.
  await expect.poll(() => scene.proxy.passages('/api/enter').at(-1)?.fault).toBe('planted');
  // The rows of before are still in sight, and so is the paginator, with the focus.
  expect(await codes(page)).toHaveLength(15);
  await page.keyboard.press('Enter');
  await shows('enter', 3);
  slow.resolve();
  await page.goBack();
  await shows('enter', 2);
});

it('a page beyond the end says so and leads to the last, what is no page becomes the first', async () => {
  await open('/warehouse/enter/99');
  await page.getByText('Страницы 99 нет: всего 3 страницы.').waitFor();
  await page.getByRole('link', { name: 'На последнюю страницу' }).click();
  await shows('enter', 3);
  for (const bad of ['0', '-1', 'abc', '1e2', '99999999999999999999', '2%20']) {
    await page.goto(scene.at(`/warehouse/enter/${bad}`));
    await shows('enter', 1);
  }
});

it('what is chosen stays chosen over the pages, until it is cleared', async () => {
  await open('/warehouse/enter/1');
  await shows('enter', 1);
  const choose = (name: string | RegExp) => page.getByRole('checkbox', { name });
  const first = await witness.list('enter', 1);
  await choose(`Выбрать: ${first.data[0]?.transfer_code}`).check();
  await choose(`Выбрать: ${first.data[3]?.transfer_code}`).check();
  await button(page, 'Следующая страница').click();
  await shows('enter', 2);
  await choose('Выбрать все показанные').check();
  await page.getByText('Выбрано: 17', { exact: true }).waitFor();
  await page.goBack();
  await shows('enter', 1);
  expect(await choose(/^Выбрать: /).count()).toBe(15);
  expect(await choose(`Выбрать: ${first.data[3]?.transfer_code}`).isChecked()).toBe(true);
  expect(await choose(`Выбрать: ${first.data[1]?.transfer_code}`).isChecked()).toBe(false);
  await button(page, 'Снять выбор').click();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await button(page, 'Следующая страница').click();
  await shows('enter', 2);
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});

it('without a network what was read stays and says so, a page never read says why, and the way back is there', async () => {
  await open('/warehouse/enter/1');
  await shows('enter', 1);
  await button(page, 'Следующая страница').click();
  await shows('enter', 2);
  await scene.proxy.goOffline();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await button(page, 'Предыдущая страница').click();
  await shows('enter', 1);
  await page.getByText('Нет связи. Показано то, что загружено раньше.').waitFor();
  await button(page, 'Последняя страница').click();
  await page.getByText('Нет связи. Этот раздел работает только при связи.').waitFor();
  await page.goBack();
  await shows('enter', 1);
  await page.goForward();
  await findNetwork(scene);
  await shows('enter', 3);
  await expect
    .poll(() =>
      page
        .getByRole('main')
        .getByText(/Нет связи/)
        .count(),
    )
    .toBe(0);
});

it('a promoter has no way there in the menu, and the address is open all the same', async () => {
  await open('/promo', { email: DEMO.promoter, size: PHONE });
  await openMenu(PHONE);
  await page.getByRole('menuitem', { name: 'Приложения и токены' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Склад' }).count()).toBe(0);
  await page.goto(scene.at('/warehouse/loss/1'));
  await title('Списания');
  await shows('loss', 1);
});
