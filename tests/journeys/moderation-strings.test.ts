import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP } from '#tests/support/browser.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { closeScene, openScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import { missingWords, REPORTS } from './verbatim.ts';

const CALLS = '/api/promo/moderation/report';
const NO = { status: 422, json: { message: 'no' } };

type Place = keyof typeof REPORTS;

let stage: Stage;
let scene: Scene;
let page: Page;
const found = new Map<Place, readonly string[]>();

beforeAll(async () => {
  stage = await raiseStage();
  scene = await openScene(stage, '/login?redirect=/promo/moderation/reports', DESKTOP);
  page = scene.page;
  await signIn(page, DEMO.moderator);
});
afterAll(async () => {
  const rows = [...found].flatMap(([place, words]) => words.map(word => `  ${place.padEnd(36)} ${word}`));
  process.stdout.write(`\nVerbatim strings of reports (${rows.length} asserted)\n${rows.join('\n')}\n`);
  await closeScene(stage, scene);
  await stage.end();
});

async function words(): Promise<string> {
  const text = (await page.locator('body').textContent()) ?? '';
  const said = await page
    .locator('[aria-label]')
    .evaluateAll(all => all.map(each => each.ariaLabel).join(' '));
  return `${text} ${said}`;
}

async function says(place: Place): Promise<void> {
  await expect.poll(async () => missingWords(place, await words()), { timeout: 15_000 }).toEqual([]);
  found.set(place, REPORTS[place]);
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** The promoter comes into the address with «Показать отчеты». */
async function show(typed: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Промоутер' }).click();
  await page.keyboard.type(typed);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await press('Показать отчеты');
  await page.waitForURL(/promoter=\d+$/);
}

it('the words of the reports, and of making one', async () => {
  await press('Показать отчеты');
  await says('reports');
  await show('непейвода');
  await says('reports, none');
  await press('Сформировать');
  await says('report, nothing due');
  await show('кораблев');
  await says('reports, some');
  scene.proxy.spoil({ path: `${CALLS}/create`, fault: NO });
  await press('Сформировать');
  await says('report, not created');
  await press('Сформировать');
  await says('report, created');
});

it('the words of a report', async () => {
  await page.waitForURL(/\/report\/\d+$/);
  await says('report');
  scene.proxy.spoil({ path: `${CALLS}/requestPay`, fault: NO });
  await page
    .getByRole('checkbox', { name: /^Оплачено: / })
    .first()
    .click();
  await says('report, a payment failed');
  scene.proxy.spoil({ path: `${CALLS}/close`, fault: NO });
  await press('Закрыть отчет');
  await confirm('Закрыть отчет');
  await says('report, not closed');
  await confirm('Закрыть отчет');
  await says('report, closed');
  scene.proxy.spoil({ path: `${CALLS}/open`, fault: NO });
  await press('Открыть отчет');
  await says('report, not opened');
  await press('Открыть отчет');
  await says('report, opened');
});

it("the words of a moderator's request", async () => {
  const report = page.url();
  await page.locator('a[data-request]').first().click();
  await says("moderator's request");
  await page.goto(report);
  await page.getByRole('heading').getByRole('link').click();
  await page.waitForURL(/promoter=\d+$/);
});

it('the words of deleting a report', async () => {
  scene.proxy.spoil({ path: `${CALLS}/delete`, fault: NO });
  await page
    .getByRole('button', { name: /^Удалить: Отчет/ })
    .first()
    .click();
  await confirm('Удалить');
  await says('report, not deleted');
  await confirm('Удалить');
  await says('report, deleted');
});

it('every word of the table was asserted', () => {
  expect(Object.keys(REPORTS).filter(place => !found.has(place as Place))).toEqual([]);
});
