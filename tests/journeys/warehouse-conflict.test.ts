import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DESKTOP } from '#tests/support/browser.ts';
import { otherBrowser } from '#tests/support/credentials-office.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { closeScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import {
  button,
  cell,
  field,
  lineTitles,
  openReceipt,
  plainReceipt,
  receiptPath,
  type StockWitness,
  type StoredReceipt,
  saveButton,
  stockWitness,
  toast,
} from '#tests/support/stock-office.ts';

let stage: Stage;
let scene: Scene;
let page: Page;
let witness: StockWitness;
let first: StoredReceipt;

beforeAll(async () => {
  stage = await raiseStage();
  witness = await stockWitness(stage.server.origin, DEMO.admin);
});
beforeEach(async () => {
  first = await witness.receipt(await plainReceipt(witness, 'ОП-000024'));
  scene = await openReceipt(stage, first.id);
  page = scene.page;
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

const stored = () => witness.receipt(first.id);
const heading = (on: Page = page) => on.getByRole('heading', { name: 'Две версии документа' });
const difference = (label: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label, exact: true }) });

/** What stands there of both versions: mine, then theirs. */
async function versions(label: string): Promise<string[]> {
  return difference(label).locator('dd').allTextContents();
}

/** Another user changes the description and the first line, and throws the second out. */
async function otherSaves(description = 'Чужое'): Promise<StoredReceipt> {
  const { nomenclature } = await stored();
  const [pump, door] = [nomenclature[0], nomenclature.at(-1)];
  if (!pump || !door) throw new Error('the receipt has no lines');
  return witness.save(first.id, { description, nomenclature: [{ ...pump, count: 50 }, door] });
}

describe('another user has saved a newer version meanwhile', () => {
  let theirs: StoredReceipt;

  beforeEach(async () => {
    await field(page, 'Описание').fill('Мое');
    await cell(page, 'Количество', 1).fill('7');
    await cell(page, 'Цена, руб.', 2).fill('12,50');
    theirs = await otherSaves();
    await saveButton(page).click();
    await heading().waitFor();
  });

  it('both are shown where they differ, with whose and of when, and nothing is saved before one has chosen', async () => {
    await expect.poll(() => heading().evaluate(each => each === document.activeElement)).toBe(true);
    await page.getByText(/^Сохранено: .*\d{2}:\d{2}$/).waitFor();
    expect(await versions('Описание')).toEqual(['Мое', 'Чужое']);
    expect(await versions(`Строка 1 «${first.nomenclature[0]?.title}»`)).toEqual([
      'количество 7',
      'количество 50',
    ]);
    const [mine = '', gone] = await versions(`Строка 2 «${first.nomenclature[1]?.title}»`);
    expect(mine).toContain('12,5');
    expect(gone).toBe('такой строки нет');
    expect(await difference('Номер').count()).toBe(0);
    expect(await stored()).toEqual(theirs);
    await button(page, 'Вернуться к правке').click();
    expect(await field(page, 'Описание').inputValue()).toBe('Мое');
    expect(await cell(page, 'Количество', 1).inputValue()).toBe('7');
    await button(page, 'Сравнить').click();
    await heading().waitFor();
  });

  it('«Оставить мое» saves over the version that was shown', async () => {
    await button(page, 'Оставить мое').click();
    await toast(page, 'успешно сохранено');
    const now = await stored();
    expect(now).toMatchObject({ description: 'Мое', version: theirs.version + 1 });
    const lines = now.nomenclature.map(({ title, count, price }) => [title, count, price]);
    expect(lines).toEqual(
      first.nomenclature.map(({ title, count, price }, at) => [
        title,
        at === 0 ? 7 : count,
        at === 1 ? 12.5 : price,
      ]),
    );
  });

  it('«Взять версию с сервера» asks once, saves nothing, and one goes on with theirs', async () => {
    await button(page, 'Взять версию с сервера').click();
    const sure = page.getByRole('dialog', { name: 'Взять версию с сервера?' });
    await button(sure, 'Отмена').click();
    await sure.waitFor({ state: 'detached' });
    await button(page, 'Взять версию с сервера').click();
    await button(sure, 'Взять версию с сервера').click();
    await expect.poll(() => field(page, 'Описание').inputValue()).toBe('Чужое');
    expect(await lineTitles(page)).toEqual(theirs.nomenclature.map(({ title }) => title));
    expect(await cell(page, 'Количество', 1).inputValue()).toBe('50');
    expect(await stored()).toEqual(theirs);
    // Nothing is left that leaving could lose.
    await page.getByRole('link', { name: 'К списку' }).click();
    await page.getByRole('heading', { name: 'Оприходования', level: 1 }).waitFor();
  });

  it('a third version, saved while one looks at two, is not overwritten unseen', async () => {
    const third = await otherSaves('Третье');
    await button(page, 'Оставить мое').click();
    await expect.poll(() => versions('Описание')).toEqual(['Мое', 'Третье']);
    expect(await stored()).toEqual(third);
    await button(page, 'Оставить мое').click();
    await toast(page, 'успешно сохранено');
    expect(await stored()).toMatchObject({ description: 'Мое', version: third.version + 1 });
  });
});

it('two people with two browsers: the second save is never the end of the first one unseen', async () => {
  const other = await otherBrowser(stage, DESKTOP);
  const hers = other.page;
  await hers.goto(scene.at(`/login?redirect=${receiptPath(first.id)}`));
  await signIn(hers, DEMO.admin);
  await saveButton(hers).waitFor();
  await field(page, 'Входящий номер').fill('У первого');
  await field(hers, 'Входящий номер').fill('У второй');
  await Promise.all([saveButton(page).click(), saveButton(hers).click()]);
  const choices = async () => (await heading(page).count()) + (await heading(hers).count());
  await expect.poll(choices).toBe(1);
  const loser = (await heading(page).isVisible()) ? page : hers;
  const winner = loser === page ? hers : page;
  await toast(winner, 'успешно сохранено');
  expect(await stored()).toMatchObject({
    income_code: await field(winner, 'Входящий номер').inputValue(),
    version: first.version + 1,
  });
  await button(loser, 'Оставить мое').click();
  await toast(loser, 'успешно сохранено');
  expect((await stored()).version).toBe(first.version + 2);
  await other.context.close();
});

it('a page where nobody has typed follows the server, one where somebody has is told of the newer version', async () => {
  const theirs = await otherSaves();
  await button(page, 'Обновить').click();
  await expect.poll(() => field(page, 'Описание').inputValue()).toBe('Чужое');
  await cell(page, 'Количество', 2).fill('8');
  await otherSaves('Еще новее');
  await button(page, 'Обновить').click();
  await page.getByText(/^На сервере появилась более новая версия документа\./).waitFor();
  expect(await field(page, 'Описание').inputValue()).toBe('Чужое');
  expect(await cell(page, 'Количество', 2).inputValue()).toBe('8');
  await button(page, 'Сравнить').click();
  await expect.poll(() => versions('Описание')).toEqual([theirs.description, 'Еще новее']);
});
