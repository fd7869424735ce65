import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { emptyNode, type Policy } from '#domain/policy/policy.ts';
import { button, sharedServer } from './support/app.ts';
import { focusFaults, tabTo, tabToField, tabTour, takesFocus } from './support/focus.ts';
import { barSays, claim, group, openPolicies, policyStore } from './support/policies.ts';

/** What the journey by keyboard makes. */
const MADE: Omit<Policy, 'id'> = {
  name: 'С клавиатуры',
  ruleCombine: 'allowIfNotDenied',
  target: group(
    'allOf',
    claim('environment.action', 'list', 'equal', 'payRequest'),
    claim('request.tofirm', 'number', 'greater', '1000'),
  ),
  rules: [
    {
      id: 1,
      name: 'Чужая',
      effect: 'deny',
      condition: group('allOf', {
        ...claim('request.promoter', 'hasOne', 'exists'),
        relatedModel: [claim('user.role', 'list', 'equal', 'admin')],
      }),
    },
  ],
};

/** Presses keys one after another; after each the focus must stand somewhere, and show it. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    expect(await focusFaults(page, key)).toEqual([]);
  }
}

/** Writes over what stands in the field with the focus. */
async function write(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.type(words);
}

/** Goes down the list with the focus until the choice is there. */
async function pick(page: Page, field: string, choice: string): Promise<void> {
  await tabToField(page, field);
  const chosen = () =>
    page.evaluate(() => {
      const list = document.activeElement;
      return list instanceof HTMLSelectElement ? list.selectedOptions[0]?.textContent : null;
    });
  for (let at = await chosen(), before: typeof at = null; at !== choice; ) {
    if (at === before) throw new Error(`«${field}» ends with «${at}»`);
    before = at;
    await press(page, 'ArrowDown');
    at = await chosen();
  }
}

/** The line of a tree that has the focus. */
const lineInFocus = (page: Page) =>
  page.evaluate(() => {
    const line = document.activeElement?.closest('[role=treeitem]');
    return line?.textContent ?? null;
  });

it('a policy is made and saved by keyboard alone, and the focus is never lost', async () => {
  const store = await policyStore((await sharedServer()).origin);
  const { page } = await openPolicies();
  await tabTo(page, 'Add policy');
  await press(page, 'Enter');
  await tabToField(page, 'Название');
  await write(page, MADE.name);
  // From the chosen of the three combinations to the last one.
  await tabToField(page, 'allowIfOneAllowed (one allowed)');
  await press(page, 'ArrowDown');

  await press(page, 'Tab');
  expect(await lineInFocus(page)).toMatch(/^allOf/);
  await press(page, 'Insert');
  await pick(page, 'Вид условия', 'Заявка');
  await pick(page, 'Атрибут', 'Сумма фирме');
  await pick(page, 'Сравнение', 'больше');
  await tabToField(page, 'Значение');
  await write(page, '1000');
  await press(page, 'Escape');
  // What follows from a letter is drawn after it, never before the next one.
  await expect.poll(() => lineInFocus(page)).toBe('Заявка: Сумма фирме больше 1000');
  await press(page, 'ArrowUp', 'Insert');
  await pick(page, 'Вид условия', 'Окружение');
  await pick(page, 'Атрибут', 'Действие');
  await pick(page, 'Сравнение', 'равно');
  await pick(page, 'Значение', 'Оплатить заявку');
  await press(page, 'Escape', 'Alt+ArrowUp');
  expect(await lineInFocus(page)).toBe('Окружение: Действие равно Оплатить заявку');

  await tabTo(page, 'Add rule');
  await press(page, 'Enter');
  await tabToField(page, 'Название правила');
  await write(page, 'Чужая');
  await tabToField(page, 'allow');
  await press(page, 'ArrowRight', 'Tab');
  expect(await lineInFocus(page)).toMatch(/^allOf/);
  await press(page, 'Insert');
  await pick(page, 'Вид условия', 'Заявка');
  await pick(page, 'Атрибут', 'Промоутер');
  await pick(page, 'Сравнение', 'есть');
  await press(page, 'Escape', 'ArrowRight', 'Enter');
  await pick(page, 'Атрибут', 'Роль');
  await pick(page, 'Сравнение', 'равно');
  await pick(page, 'Значение', 'Администратор');
  await press(page, 'Escape');

  const saysCopies = () => page.getByRole('treeitem', { name: /^Пользователь: Роль/ }).count();
  await press(page, 'Control+d');
  await expect.poll(saysCopies).toBe(2);
  await press(page, 'Control+z');
  await expect.poll(saysCopies).toBe(1);
  await press(page, 'Control+y');
  await expect.poll(saysCopies).toBe(2);
  // The undo has led to what held the copy.
  await press(page, 'ArrowDown', 'ArrowDown', 'Delete');
  await expect.poll(saysCopies).toBe(1);

  await press(page, 'Control+s');
  await takesFocus(page.getByRole('dialog', { name: 'Сохранить политику С клавиатуры?' }));
  await press(page, 'Tab', 'Enter');
  await barSays(page, 'Все сохранено');
  expect(await focusFaults(page, 'the save')).toEqual([]);
  const stored = await store.byName(MADE.name);
  expect(stored).toEqual({ ...MADE, id: stored?.id, version: 1 });
});

it('Tab comes to everything of the editor, and each stop is seen', async () => {
  const store = await policyStore((await sharedServer()).origin);
  await store.save({ id: 50, ...MADE, name: 'Обход', target: group('anyOf', emptyNode(null)) });
  const { page } = await openPolicies('/abac?policy=50');
  await button(page, 'Развернуть: Чужая').click();
  const tour = await tabTour(page);
  expect(tour).toMatchObject({ missed: [], unmarked: [], covered: [] });
  expect(tour.stops).toBeGreaterThan(15);
});
