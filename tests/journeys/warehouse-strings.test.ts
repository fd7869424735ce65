import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PHONE } from '#tests/support/browser.ts';
import { closeScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import {
  button,
  enterWarehouse,
  field,
  isSummedUp,
  RECEIPT,
  receiptPath,
  saveButton,
  stockWitness,
} from '#tests/support/stock-office.ts';
import { missingWords, WAREHOUSE } from './verbatim.ts';

type Place = keyof typeof WAREHOUSE;

let stage: Stage;
let scene: Scene;
let page: Page;
const found = new Map<Place, readonly string[]>();

beforeAll(async () => {
  stage = await raiseStage();
  // Cards name each value beside it.
  scene = await enterWarehouse(stage, '/dashboard', { size: PHONE });
  page = scene.page;
});
afterAll(async () => {
  const rows = [...found].flatMap(([place, words]) => words.map(word => `  ${place.padEnd(30)} ${word}`));
  process.stdout.write(`\nVerbatim strings of the warehouse (${rows.length} asserted)\n${rows.join('\n')}\n`);
  await closeScene(stage, scene);
  await stage.end();
});

const words = async () => (await page.locator('body').textContent()) ?? '';

async function says(place: Place): Promise<void> {
  await expect.poll(async () => missingWords(place, await words()), { timeout: 15_000 }).toEqual([]);
  found.set(place, WAREHOUSE[place]);
}

it('the words of the way there, of the lists and of what is still to come', async () => {
  await button(page, 'Еще действия').click();
  await says('user menu');
  await page.getByRole('menuitem', { name: 'Склад' }).click();
  await says('receipts');
  await page.goto(scene.at('/warehouse/enter/7'));
  await says('receipts, beyond the end');
  await page.goto(scene.at('/warehouse/loss/2'));
  await says('write-offs');
  await page.goto(scene.at('/warehouse/move/'));
  await says('stock moves');
  await page.goto(scene.at('/warehouse/inventory/'));
  await says('inventories');
});

it('the words of a receipt: as it is, saved, not saved, and changed by somebody else', async () => {
  const witness = await stockWitness(stage.server.origin);
  const id = await witness.idOf('ОП-000037');
  await page.goto(scene.at(receiptPath(id)));
  await isSummedUp(page);
  await says('receipt');
  await field(page, 'Описание').fill('Раз');
  scene.proxy.spoil({ path: RECEIPT, method: 'PUT', fault: { status: 500, json: {} } });
  await saveButton(page).click();
  await says('receipt, not saved');
  await saveButton(page).click();
  await says('receipt, saved');
  await field(page, 'Описание').fill('Два');
  await witness.save(id, { description: 'Три' });
  await saveButton(page).click();
  await says('receipt, two versions');
  expect(missingWords('receipt', await words())).not.toEqual([]);
});

it('the words of a write-off', async () => {
  await page.goto(scene.at('/warehouse/loss/edit/50'));
  await says('write-off');
});

it('every word of the table was asserted', () => {
  expect(Object.keys(WAREHOUSE).filter(place => !found.has(place as Place))).toEqual([]);
});
