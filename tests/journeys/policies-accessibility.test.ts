import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults, contrastFaults } from '#tests/support/axe.ts';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import {
  button,
  enterPolicies,
  line,
  payPolicy,
  policyWitness,
  rename,
  SAVE,
  save,
} from '#tests/support/policy-office.ts';
import { closeScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';

let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await raiseStage();
  const witness = await policyWitness(stage.server.origin);
  await witness.save(payPolicy(7, 'Выплаты'));
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

/** Both themes at once: what is wrong here, with the place. */
async function faultsAt(page: Page, place: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await accessibilityFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await contrastFaults(page);
  return [...light, ...dark].map(fault => `${place}: ${fault}`);
}

it.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
] as const)('has no barrier on %s, in both themes', async (_name, size) => {
  scene = await enterPolicies(stage, { size });
  const { page } = scene;
  const faults = [await faultsAt(page, 'list')];
  const look = async (place: string) => {
    faults.push(await faultsAt(page, place));
  };
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
    ...{ name: 'wrong.json', mimeType: 'application/json' },
    buffer: Buffer.from('{"target":{"type":"planet"}}'),
  });
  await page.getByRole('alert').filter({ hasText: 'нет такого типа' }).waitFor();
  await look('a refused import');
  await button(page, 'Save policy').click();
  await page.getByRole('dialog', { name: /^Сохранить политику/ }).waitFor();
  await look('the question before a save');
  await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
  scene.proxy.spoil({ path: SAVE, fault: { status: 422, json: { message: 'Название занято' } } });
  await save(page);
  await page.getByText('Не сохранено.', { exact: true }).waitFor();
  await look('a save that failed');
  expect(faults.flat()).toEqual([]);
});
