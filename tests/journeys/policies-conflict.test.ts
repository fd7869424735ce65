import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults, contrastFaults } from '#tests/support/axe.ts';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import {
  barSays,
  button,
  enterPolicies,
  nameField,
  type PolicyWitness,
  payPolicy,
  policyWitness,
  rename,
  save,
} from '#tests/support/policy-office.ts';
import { closeScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';

let stage: Stage;
let scene: Scene;
let witness: PolicyWitness;

const MINE = 'Моими руками';
const THEIRS = 'Чужими руками';

beforeAll(async () => {
  stage = await raiseStage();
  witness = await policyWitness(stage.server.origin);
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

const stored = async () => (await witness.all()).find(({ id }) => id === 7);
const conflict = (page: Page) => page.getByRole('heading', { name: 'Две версии политики' });

describe('another administrator has saved a newer version meanwhile', () => {
  let page: Page;
  let before = 0;

  /** Both have changed what they began with; the page learns of the other at its save. */
  beforeEach(async () => {
    await witness.save(payPolicy(7, 'Выплаты'));
    scene = await enterPolicies(stage, { path: '/abac?policy=7' });
    page = scene.page;
    await rename(page, MINE);
    const theirs = payPolicy(7, THEIRS);
    await witness.save({ ...theirs, rules: theirs.rules.slice(1) });
    before = (await stored())?.version ?? 0;
    await save(page);
    await conflict(page).waitFor();
  });

  it('both stand side by side, and nothing is saved before one has chosen', async () => {
    const sideOf = (name: string) => page.getByRole('region', { name, exact: true });
    await expect.poll(() => conflict(page).evaluate(each => each === document.activeElement)).toBe(true);
    await page.locator('.Toastify').getByText('обработки запроса').first().waitFor();
    const theirs = await sideOf('На сервере').textContent();
    expect(theirs).toContain(`Название: Выплаты → ${THEIRS}`);
    expect(theirs).toContain('Правило «Администратор»: удалено');
    const mine = await sideOf('Моя').textContent();
    expect(mine).toContain(`Название: Выплаты → ${MINE}`);
    expect(mine).not.toContain('удалено');
    expect(mine).toContain('«Администратор» разрешает');
    const boxes = await Promise.all(['На сервере', 'Моя'].map(name => sideOf(name).boundingBox()));
    expect(boxes[0]?.y).toBe(boxes[1]?.y);
    expect(await stored()).toMatchObject({ name: THEIRS, version: before });
    await button(page, 'Вернуться к правке').click();
    await nameField(page).waitFor();
    expect(await nameField(page).inputValue()).toBe(MINE);
    await button(page, 'Сравнить').click();
    await conflict(page).waitFor();
  });

  it('«Оставить мою» replaces the version that was looked at', async () => {
    await button(page, 'Оставить мою').click();
    await barSays(page, 'Все сохранено');
    expect(await stored()).toEqual({ ...payPolicy(7, MINE), version: before + 1 });
  });

  it('«Взять с сервера» saves nothing, and mine is one undo away', async () => {
    await button(page, 'Взять с сервера').click();
    await barSays(page, 'Все сохранено');
    expect(await nameField(page).inputValue()).toBe(THEIRS);
    expect(await stored()).toMatchObject({ name: THEIRS, version: before });
    await page.getByRole('button', { name: /^Отменить: / }).click();
    await expect.poll(() => nameField(page).inputValue()).toBe(MINE);
    await save(page);
    await barSays(page, 'Все сохранено');
    expect(await stored()).toEqual({ ...payPolicy(7, MINE), version: before + 1 });
  });

  it('«Сохранить мою как новую» leaves the other as it is', async () => {
    await button(page, 'Сохранить мою как новую').click();
    await barSays(page, 'Все сохранено');
    expect(await stored()).toMatchObject({ name: THEIRS, version: before });
    const made = (await witness.all()).at(-1);
    expect(made).toEqual({ ...payPolicy(made?.id ?? 0, MINE), version: 1 });
    expect(made?.id).not.toBe(7);
  });

  it('a third version, saved while one looks at two, is not overwritten unseen', async () => {
    await witness.save(payPolicy(7, 'Третьими руками'));
    await button(page, 'Оставить мою').click();
    await page
      .getByRole('region', { name: 'На сервере', exact: true })
      .getByText('Третьими руками')
      .first()
      .waitFor();
    expect(await stored()).toMatchObject({ name: 'Третьими руками', version: before + 1 });
    await button(page, 'Оставить мою').click();
    await barSays(page, 'Все сохранено');
    expect(await stored()).toMatchObject({ name: MINE, version: before + 2 });
  });

  it('the choice has no barrier at either size, in either theme', async () => {
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await contrastFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    }
  });
});
