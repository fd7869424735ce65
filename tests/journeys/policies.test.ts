import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Policy } from '#domain/policy/policy.ts';
import { PHONE } from '#tests/support/browser.ts';
import {
  actOnRule,
  barSays,
  button,
  choose,
  claim,
  enterPolicies,
  group,
  line,
  payPolicy,
  policyWitness,
  rename,
  ruleAt,
  save,
  shownJson,
} from '#tests/support/policy-office.ts';
import { closeScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import { isTooWide, smallTargets } from '#tests/support/touch.ts';

let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await raiseStage();
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

/** What the journey by mouse makes. */
const MADE: Omit<Policy, 'id'> = {
  ...{ name: 'Выплаты', ruleCombine: 'allowIfAllAllowed' },
  target: group('allOf', claim('environment.action', 'list', 'in', ['payRequest', 'unpayRequest'])),
  rules: [
    {
      ...{ id: 2, name: 'Администратор', effect: 'allow' },
      condition: group('allOf', claim('user.role', 'list', 'equal', 'admin')),
    },
    {
      ...{ id: 1, name: 'Чужая заявка', effect: 'deny' },
      condition: group('allOf', {
        ...claim('request.promoter', 'hasOne', 'exists'),
        relatedModel: [claim('user.role', 'list', 'in', ['moderator', 'admin'])],
      }),
    },
  ],
};

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name }).click();
const told = (page: Page, name: string) => page.getByRole('region', { name }).textContent();
const names = (page: Page) => page.locator('[data-rule] h3').allTextContents();

/** Adds a condition to the root of a tree, by its button. */
async function addTo(page: Page, tree: string, to: string | RegExp): Promise<void> {
  await line(page, tree, to).click();
  await page.getByRole('button', { name: /^Добавить условие/ }).click();
}

async function makeTarget(page: Page): Promise<void> {
  await addTo(page, 'Target', /^allOf/);
  await choose(page, 'Вид условия', 'Окружение');
  await choose(page, 'Атрибут', 'Действие');
  await choose(page, 'Сравнение', 'входит в');
  await page.getByRole('checkbox', { name: 'Оплатить заявку' }).check();
  await page.getByRole('checkbox', { name: 'Отменить оплату заявки' }).check();
  await line(
    page,
    'Target',
    'Окружение: Действие входит в Оплатить заявку, Отменить оплату заявки',
  ).waitFor();
}

async function makeDenyRule(page: Page): Promise<void> {
  await button(page, 'Add rule').click();
  const rule = ruleAt(page, 0);
  await rule.getByRole('textbox', { name: 'Название правила' }).fill('Чужая заявка');
  await rule.getByRole('radio', { name: 'deny' }).check();
  const tree = 'Условие правила Чужая заявка';
  await addTo(page, tree, /^allOf/);
  await choose(page, 'Вид условия', 'Заявка');
  await choose(page, 'Атрибут', 'Промоутер');
  await choose(page, 'Сравнение', 'есть');
  // The related thing has got a condition of its own by itself.
  await line(page, tree, /^Пользователь/).click();
  await choose(page, 'Атрибут', 'Роль');
  await choose(page, 'Сравнение', 'входит в');
  await page.getByRole('checkbox', { name: 'Модератор' }).check();
  await page.getByRole('checkbox', { name: 'Администратор' }).check();
}

async function makeAllowRule(page: Page): Promise<void> {
  await button(page, 'Add rule').click();
  await ruleAt(page, 1).getByRole('textbox', { name: 'Название правила' }).fill('Администратор');
  await addTo(page, 'Условие правила Администратор', /^allOf/);
  await choose(page, 'Вид условия', 'Пользователь');
  await choose(page, 'Атрибут', 'Роль');
  await choose(page, 'Сравнение', 'равно');
  await choose(page, 'Значение', 'Администратор');
}

it('a policy is made by mouse, understood on the way, and saved as it was shown', async () => {
  const witness = await policyWitness(stage.server.origin);
  scene = await enterPolicies(stage);
  const { page } = scene;
  await button(page, 'Add policy').click();
  await rename(page, MADE.name);
  await page.getByRole('radio', { name: 'allowIfAllAllowed (all allowed)' }).check();
  await tab(page, 'Словами');
  expect(await told(page, 'Политика словами')).toContain('Запрещает все: разрешающих правил нет.');
  expect(await told(page, 'Замечания')).toContain('В политике нет правил');

  await makeTarget(page);
  await makeDenyRule(page);
  await tab(page, 'Словами');
  await expect
    .poll(() => told(page, 'Политика словами'))
    .toContain('«Чужая заявка» запрещает, если есть промоутер заявки');
  expect(await told(page, 'Политика словами')).toContain(
    'Применяется, если действие — Оплатить заявку или Отменить оплату заявки.',
  );
  expect(await told(page, 'Замечания')).toContain('Политика запрещает все, к чему применяется');
  await makeAllowRule(page);
  await tab(page, 'Словами');
  await expect.poll(() => told(page, 'Замечания')).toContain('Замечаний нет');

  await actOnRule(page, 'Администратор', 'Выше');
  await expect.poll(() => names(page)).toEqual(['Администратор', 'Чужая заявка']);
  await actOnRule(page, 'Чужая заявка', 'Дублировать');
  await expect.poll(async () => (await names(page)).length).toBe(3);
  const [, , copy = ''] = await names(page);
  await actOnRule(page, copy, 'Удалить');
  await expect.poll(() => names(page)).toEqual(['Администратор', 'Чужая заявка']);
  await page.getByRole('button', { name: `Отменить: Правило «${copy}»: удалено` }).click();
  await expect.poll(() => names(page)).toEqual(['Администратор', 'Чужая заявка', copy]);
  await page.getByRole('button', { name: `Вернуть: Правило «${copy}»: удалено` }).click();
  await expect.poll(() => names(page)).toEqual(['Администратор', 'Чужая заявка']);

  await barSays(page, 'Не сохранено: Выплаты');
  await button(page, 'Save policy').click();
  const question = page.getByRole('dialog', { name: 'Сохранить политику Выплаты?' });
  expect(await question.textContent()).toContain('Правило «Администратор» (allow): добавлено');
  await question.getByRole('button', { name: 'Сохранить' }).click();
  await barSays(page, 'Все сохранено');
  await page.locator('.Toastify').getByText('успешно сохранена').waitFor();
  const stored = await witness.one(MADE.name);
  expect(stored).toEqual({ ...MADE, id: stored?.id, version: 1 });
  expect(await shownJson(page)).toEqual({ ...MADE, id: stored?.id });
});

it('a phone leads from the list to a condition in the sheet, to the save, and back to the list', async () => {
  const witness = await policyWitness(stage.server.origin);
  await witness.save(payPolicy(40, 'С телефона'));
  scene = await enterPolicies(stage, { size: PHONE });
  const { page } = scene;
  const look = async () => expect([await smallTargets(page), await isTooWide(page)]).toEqual([[], false]);
  await look();
  await page.getByRole('button', { name: /^С телефона/ }).click();
  const title = page.getByRole('heading', { name: 'С телефона', level: 2 });
  await expect.poll(() => title.evaluate(each => each === document.activeElement)).toBe(true);
  await look();
  await button(page, 'Развернуть: Администратор').click();
  await look();
  await line(page, 'Условие правила Администратор', /^Пользователь: Роль равно/).click();
  const sheet = page.getByRole('dialog', { name: 'Условие' });
  await sheet.waitFor();
  await look();
  await choose(page, 'Значение', 'Модератор');
  await sheet.getByRole('button', { name: 'Закрыть' }).click();
  await sheet.waitFor({ state: 'detached' });
  const changed = line(page, 'Условие правила Администратор', 'Пользователь: Роль равно Модератор');
  await expect.poll(() => changed.evaluate(each => each === document.activeElement)).toBe(true);
  for (const name of ['Словами', 'Проверка', 'JSON']) {
    await tab(page, name);
    await look();
  }
  await save(page);
  await barSays(page, 'Все сохранено');
  const stored = await witness.one('С телефона');
  expect(stored?.rules[0]?.condition).toEqual(
    group('allOf', claim('user.role', 'list', 'equal', 'moderator')),
  );
  expect(stored).toMatchObject({ id: 40, version: 2 });
  await button(page, 'К списку').click();
  const row = page.getByRole('button', { name: /^С телефона/ });
  await expect.poll(() => row.evaluate(each => each === document.activeElement)).toBe(true);
  await look();
});
