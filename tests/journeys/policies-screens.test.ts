/** What every state of the policies' screen says, and that everybody can use it. */
import { beforeAll, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { faultsHere, faultsInBothSizes } from './support/accessibility.ts';
import { button, sharedServer } from './support/app.ts';
import {
  actOnRule,
  line,
  openPolicies,
  type PolicyStore,
  payPolicy,
  policyStore,
  rename,
  SAVE,
  save,
} from './support/policies.ts';
import { POLICIES, wordsOf } from './support/verbatim.ts';

const { says, lacks, unread } = wordsOf(POLICIES);

let store: PolicyStore;

beforeAll(async () => {
  store = await policyStore((await sharedServer()).origin);
});

it('a new policy, its rules and its saves say what they owe', async () => {
  const { page, proxy } = await openPolicies();
  await says(page, 'policies');
  await lacks(page, 'policy, new');
  await button(page, 'Add policy').click();
  await says(page, 'policy, new');
  await button(page, 'Add rule').click();
  await says(page, 'policy, a rule');
  await line(page, 'Target', /^allOf/).click();
  await page.getByRole('button', { name: /^Добавить условие/ }).click();
  await says(page, 'policy, a condition');
  proxy.addFault({ path: SAVE, fault: { status: 422, json: { message: 'no' } } });
  await save(page);
  await says(page, 'policy, not saved');
  await save(page);
  await says(page, 'policy, saved');

  // A rule says what it does in words that are shown, not by its tint alone.
  const rule = page.locator('[data-rule]').first();
  await button(page, 'Свернуть: new Rule').click();
  await expect.poll(() => rule.getByText('allow', { exact: true }).isVisible()).toBe(true);
  await button(page, 'Развернуть: new Rule').click();
  await rule.getByRole('radio', { name: 'deny' }).check();
  await button(page, 'Свернуть: new Rule').click();
  await expect.poll(() => rule.getByText('deny', { exact: true }).isVisible()).toBe(true);
  await actOnRule(page, 'new Rule', 'Удалить');
});

it('every word of the table was asserted', () => {
  expect([...unread]).toEqual([]);
});

it.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('no state has a barrier on %s, in either theme', async (_name, size) => {
  await store.save(payPolicy(7, 'Выплаты'));
  const app = await openPolicies('/abac', { size });
  const { page } = app;
  const faults = await faultsHere(page, 'list');
  const look = async (place: string) => faults.push(...(await faultsHere(page, place)));
  await page.getByRole('button', { name: /^Выплаты/ }).click();
  await button(page, 'Развернуть: Промоутер').click();
  await look('editor');
  await line(page, 'Условие правила Промоутер', /^Пользователь: Роль/).click();
  await page.getByRole('combobox', { name: 'Атрибут' }).waitFor();
  await look('a condition');
  if (size === PHONE) await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click();
  await rename(page, '');
  await button(page, 'Add rule').click();
  for (const name of ['Словами', 'Проверка', 'JSON']) {
    await page.getByRole('tab', { name }).click();
    await look(name);
  }
  await page.locator('input[type=file]').setInputFiles({
    name: 'wrong.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"target":{"type":"planet"}}'),
  });
  await page.getByRole('alert').filter({ hasText: 'нет такого типа' }).waitFor();
  await look('a refused import');
  await button(page, 'Save policy').click();
  await page.getByRole('dialog', { name: /^Сохранить политику/ }).waitFor();
  await look('the question before a save');
  await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
  app.proxy.addFault({ path: SAVE, fault: { status: 422, json: { message: 'Название занято' } } });
  await save(page);
  await page.getByText('Не сохранено.', { exact: true }).waitFor();
  await look('a save that failed');
  expect(faults).toEqual([]);
});

it('the choice between two versions has no barrier, and both stand side by side on a desktop', async () => {
  await store.save(payPolicy(7, 'Выплаты'));
  const app = await openPolicies('/abac?policy=7');
  const { page } = app;
  await rename(page, 'Моими руками');
  await store.save(payPolicy(7, 'Чужими руками'));
  await save(page);
  const conflict = page.getByRole('heading', { name: 'Две версии политики' });
  await conflict.waitFor();
  await expect.poll(() => conflict.evaluate(each => each === document.activeElement)).toBe(true);
  const sides = ['На сервере', 'Моя'].map(name => page.getByRole('region', { name, exact: true }));
  const boxes = await Promise.all(sides.map(side => side.boundingBox()));
  expect(boxes[0]?.y).toBe(boxes[1]?.y);
  expect(await faultsInBothSizes(page, 'two versions')).toEqual([]);
});
