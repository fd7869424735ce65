import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { SHELVES } from '#server/db/seed/stock-words.ts';
import { deferred } from '#tests/support/deferred.ts';
import { closeScene, findNetwork, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import {
  lineTitles,
  offered,
  openReceipt,
  PUMP,
  pick,
  plainReceipt,
  SEARCH,
  type StockWitness,
  saveButton,
  savesOf,
  searchBox,
  seek,
  stockWitness,
  toast,
} from '#tests/support/stock-office.ts';

const TITLES = SHELVES.flatMap(({ titles }) => titles);
const OTHER_PUMP = 'Насос циркуляционный для посудомоечной машины';

let stage: Stage;
let scene: Scene;
let page: Page;
let witness: StockWitness;
let id: number;

beforeAll(async () => {
  stage = await raiseStage();
  witness = await stockWitness(stage.server.origin);
  id = await plainReceipt(witness, 'ОП-000031');
});
beforeEach(async () => {
  scene = await openReceipt(stage, id);
  page = scene.page;
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е');
/** The titles that hold a text, by the words of the demo firm and not by the server. */
const holding = (text: string) => TITLES.filter(title => plain(title).includes(plain(text))).sort();
const offers = (titles: readonly string[]) =>
  expect.poll(async () => (await offered(page)).sort()).toEqual([...titles].sort());
const nothing = (sought: string) => page.getByText(`Ничего не найдено по запросу «${sought}»`).waitFor();

/** What each of these may be taken for: a wildcard, a part of an address, an end of a text, a letter of two units. */
const SIGNS = [
  ...['%', '_', '/', '?', '\\', '"', "'", '«', '»', '#', '&', '<', ';', '.', '...', '🔧', '👍', '–', '²'],
  ...['100%', '9,9 %', 'k1_k2', '220/230', '1/2"–3/4"', 'это?', 'c:\\eeprom', "o'ring", '«елочка»', 'ЁЛОЧКА'],
  ...['#8 & шайба', '<оцинк.>', '🔧👍', '25×47', 'щетка дв'],
];

it('titles are found by whatever stands in them, and nothing else is', async () => {
  for (const text of SIGNS) {
    expect(holding(text), text).not.toEqual([]);
    await seek(page, text);
    await offers(holding(text));
  }
});

it('signs that mean everything elsewhere mean themselves', async () => {
  for (const text of ['%%', '__', '.*', '%25', '%2F', '..', '../enter', '*', '?a=1', '\\%', "' or 1=1 --"]) {
    await seek(page, text);
    if (holding(text).length === 0) await nothing(text);
    else await offers(holding(text));
  }
  // Spaces alone are nothing to look for.
  await seek(page, '   ');
  await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
  expect(scene.proxy.passages(SEARCH).filter(({ path }) => /Title\/(%20)*$/.test(path))).toEqual([]);
});

it('several are added by one search, and are saved under their own titles', async () => {
  const before = await lineTitles(page);
  const added = ['Реле K1_K2 (пара)', 'Прошивка C:\\EEPROM\\v1.4 на носителе', 'Подарок мастеру 🔧👍', '...'];
  for (const title of added) {
    await seek(page, title);
    await pick(page, title);
    await expect.poll(() => lineTitles(page).then(titles => titles.at(-1))).toBe(title);
  }
  await page.keyboard.press('Escape');
  await saveButton(page).click();
  await toast(page, 'успешно сохранено');
  const { nomenclature } = await witness.receipt(id);
  expect(nomenclature.map(({ title }) => title)).toEqual([...before, ...added]);
});

it('an answer that comes late is not shown for what was typed after it', async () => {
  const slow = deferred();
  const old = [await witness.thing('Компрессор холодильника')];
  scene.proxy.spoil({ path: SEARCH, fault: { json: old, after: slow.promise } });
  await seek(page, 'насос');
  await expect.poll(() => scene.proxy.passages(SEARCH).length).toBe(1);
  await searchBox(page).pressSequentially(' цирк');
  await offers([OTHER_PUMP]);
  slow.resolve();
  await pick(page, OTHER_PUMP);
  await expect.poll(() => lineTitles(page).then(titles => titles.at(-1))).toBe(OTHER_PUMP);
});

it('a network that goes while one types is said, what was typed stays, and the search goes on by itself', async () => {
  await seek(page, 'насос слив');
  await offers([PUMP]);
  await scene.proxy.goOffline();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await searchBox(page).pressSequentially('ной для');
  await page
    .getByRole('region', { name: 'Номенклатура' })
    .getByText(/^Нет связи/)
    .first()
    .waitFor();
  expect(await searchBox(page).inputValue()).toMatch(/^насос слив/);
  await findNetwork(scene);
  await offers([PUMP]);
});

it('a search that fails says so, is tried again, and Enter in it never saves', async () => {
  scene.proxy.spoil({ path: SEARCH, fault: { status: 500, json: {} } });
  await seek(page, 'пылесос');
  await page.getByText('Сервер не смог ответить на поиск.').waitFor();
  await page.getByRole('region', { name: 'Номенклатура' }).getByRole('button', { name: 'Повторить' }).click();
  await searchBox(page).click();
  await offers(holding('пылесос'));
  await seek(page, 'нет такого');
  await page.keyboard.press('Enter');
  await nothing('нет такого');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  expect(savesOf(scene)).toEqual([]);
});
