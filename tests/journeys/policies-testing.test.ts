import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listRequests } from '#contract/requests.ts';
import { obtain } from '#tests/support/ask-server.ts';
import {
  barSays,
  button,
  choose,
  claim,
  enterPolicies,
  group,
  line,
  payPolicy,
  policyWitness,
} from '#tests/support/policy-office.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { closeScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';

let stage: Stage;
let scene: Scene;
/** A done request that the moderator can read, as the server tells it. */
let request: { id: number; tofirm: number; fullcode: string };

beforeAll(async () => {
  stage = await raiseStage();
  const { origin } = stage.server;
  request = await someRequest(origin);
  const witness = await policyWitness(origin);
  const policy = payPolicy(7, 'Выплаты');
  const isLarge = claim('request.tofirm', 'number', 'greater', String(request.tofirm - 1));
  const [first, ...others] = policy.rules;
  if (!first) throw new Error('the policy has no rule');
  const condition = group('allOf', ...first.condition.children, isLarge);
  await witness.save({ ...policy, target: group('allOf'), rules: [{ ...first, condition }, ...others] });
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

async function someRequest(origin: string) {
  const headers = {
    authorization: `Bearer ${await obtain(origin, 'promoter01@example.com')}`,
    'content-type': 'application/json',
  };
  const init = { method: 'POST', headers, body: '{"status":"all"}' };
  const answer = await fetch(`${origin}${listRequests.path}`, init);
  const { list } = (await answer.json()) as { list: (typeof request)[] };
  const found = list.find(({ tofirm }) => Number(tofirm) > 1);
  if (!found) throw new Error('the demo has no request with a sum');
  return { ...found, tofirm: Number(found.tofirm) };
}

const verdict = (page: Page) => page.getByRole('region', { name: 'Решение', exact: true });
const trace = (page: Page) => page.getByRole('region', { name: 'Как получилось' });
const testing = (page: Page) => page.getByRole('tab', { name: /^Проверка/ });

async function takeFacts(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Взять пользователя' }).click();
  await page.keyboard.type('захар');
  await page.getByRole('option').first().click();
  await page.getByText(/^Взято: .*Захар/).waitFor();
  await page.getByRole('textbox', { name: 'Взять заявку: id' }).fill(String(request.id));
  await button(page, 'Взять').click();
  await page.getByText(`Взято: ${request.fullcode}.`).waitFor();
}

it('a policy is tested with a real user and a real request, and a saved case tells of a rule that goes wrong', async () => {
  scene = await enterPolicies(stage, { path: '/abac?policy=7' });
  const { page, at } = scene;
  await testing(page).click();
  await verdict(page).getByText('deny: запрещает').waitFor();
  await takeFacts(page);
  await verdict(page).getByText('allow: разрешает').waitFor();
  await verdict(page).getByText('Все правила allow истинны, и ни одно deny.').waitFor();
  const traced = (await trace(page).textContent()) ?? '';
  expect(traced).toContain(`Нужно: больше ${request.tofirm - 1}. Есть: ${request.tofirm}`);
  expect(traced).toContain('Нужно: равно Администратор. Есть: Администратор');
  expect(traced).toContain('ложь');

  await button(page, 'Сохранить случай').click();
  await page.getByRole('textbox', { name: 'Название случая' }).fill('Захар платит');
  await page.getByRole('textbox', { name: 'Название случая' }).press('Enter');
  await page.getByText('1 случай: все как ожидалось').waitFor();

  await button(page, 'Развернуть: Администратор').click();
  await line(page, 'Условие правила Администратор', /^Пользователь: Роль/).click();
  await choose(page, 'Значение', 'Промоутер');
  await expect.poll(() => testing(page).textContent()).toBe('Проверка · 1 не так');
  await testing(page).click();
  await page.getByText('1 из 1 случая не так').waitFor();
  await page.getByText('allow: разрешает: получилось «deny: запрещает»').waitFor();
  await page.getByRole('button', { name: /^Отменить: / }).click();
  await expect.poll(() => testing(page).textContent()).toBe('Проверка');
  await barSays(page, 'Все сохранено');

  await page.reload();
  await testing(page).click();
  await page.getByText('1 случай: все как ожидалось').waitFor();
  await page.getByText('Захар платит', { exact: true }).waitFor();
  await button(page, 'Действия: Захар платит').click();
  await page.getByRole('menuitem', { name: 'Заполнить поля' }).click();
  await verdict(page).getByText('allow: разрешает').waitFor();

  // Somebody else at the same device sees nothing of it.
  await page.goto(at('/logout'));
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.goto(at('/login?redirect=%2Fabac%3Fpolicy%3D7'));
  await signIn(page, DEMO.moderator);
  await testing(page).click();
  await page.getByText(/^Сохраненных случаев нет/).waitFor();
  expect(await page.getByText('Захар платит').count()).toBe(0);
});
