import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listRequests, type Request } from '#contract/requests.ts';
import { newId } from '#kit/ids.ts';
import { obtain } from '#tests/support/ask-server.ts';
import { PHONE } from '#tests/support/browser.ts';
import {
  allowClipboard,
  button,
  copied,
  dialog,
  enterCredentials,
  ownThings,
  panel,
  rowOf,
  TOKENS,
  toast,
} from '#tests/support/credentials-office.ts';
import { everythingStored } from '#tests/support/everything-stored.ts';
import { takesFocus } from '#tests/support/focus.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { closeScene, raiseStage, readyForTheField, type Scene, type Stage } from '#tests/support/stage.ts';

const INTEGRATION = 'Сообщать состояние и сумму заявок из учетной системы';
const PROMO = 'Видеть и менять ваши телефоны, видеть и оформлять заявки';

let stage: Stage;
let scene: Scene;
const others: Scene[] = [];

beforeAll(async () => {
  stage = await raiseStage();
});
afterEach(async () => {
  await closeScene(stage, scene);
  await Promise.all(others.splice(0).map(each => closeScene(stage, each)));
});
afterAll(() => stage.end());

/** The newest request of the promoter's that nobody has counted yet. */
async function newRequest(): Promise<Request> {
  const { origin } = stage.server;
  const authorization = `Bearer ${await obtain(origin, DEMO.promoter)}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({ status: 'all' });
  const answer = await fetch(`${origin}${listRequests.path}`, { method: 'POST', headers, body });
  // Our own server's answer, checked by its own tests.
  const { list } = (await answer.json()) as { list: Request[] };
  return list.find(({ state }) => state === 'new') ?? expect.fail('the demo has no new request');
}

/** What the accounting system tells of a request, with that token. */
async function tell(token: string, code: string, told: object, key: string = newId()) {
  const answer = await fetch(`${stage.server.origin}/api/integration/requests/${encodeURIComponent(code)}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(told),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Every place where the browser keeps something, what is drawn, and what fields hold. */
async function everythingOf(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    const bodies: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const answer of await cache.matchAll()) bodies.push(await answer.text());
    }
    const fields = [...document.querySelectorAll('input,textarea')].map(
      each => 'value' in each && each.value,
    );
    return [...bodies, ...fields, document.title, document.cookie].join('\n');
  });
  return [kept, await page.content(), await everythingStored(page)].join('\n');
}

/** The server's files that hold these words anywhere: its database, its log of what is being written. */
function filesWith(words: string): string[] {
  const { dataDir } = stage.server;
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => readFileSync(file).includes(words));
}

async function makeToken(page: Page, name: string): Promise<void> {
  await button(panel(page, 'Personal access tokens'), 'Создать токен').click();
  const form = dialog(page, 'Новый токен');
  await form.getByRole('textbox', { name: 'Название' }).fill(name);
  await form.getByRole('checkbox', { name: INTEGRATION }).check();
  await button(form, 'Создать').click();
  await form.waitFor({ state: 'detached' });
}

it('a token is told once, taken over, and nowhere afterwards', async () => {
  const name = 'Учет 1С';
  scene = await enterCredentials(stage);
  const { page, proxy } = scene;
  await makeToken(page, name);
  const once = dialog(page, `Токен «${name}» создан`);
  await takesFocus(once);
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
  await page.mouse.click(5, 5);
  expect(await once.isVisible()).toBe(true);
  expect(await button(once, 'Закрыть').count()).toBe(0);
  await allowClipboard(stage.browser, proxy.origin);
  const token = await copied(page, `Токен «${name}»`);
  expect(await once.locator('code').textContent()).toBe(token);
  expect(token.length).toBeGreaterThan(40);
  expect(await everythingStored(page)).not.toContain(token);
  expect((await tell(token, 'Л-999999', { state: 'done' })).status).toBe(404);

  await button(once, 'Я скопировал токен').click();
  await once.waitFor({ state: 'detached' });
  expect(await everythingOf(page)).not.toContain(token);
  await page.reload();
  const row = rowOf(page, 'Personal access tokens', name);
  expect(await row.textContent()).toContain(INTEGRATION);
  expect(await everythingOf(page)).not.toContain(token);
  expect(
    proxy
      .passages()
      .map(({ path }) => path)
      .join(),
  ).not.toContain(token);
  expect(stage.server.output()).not.toContain(token);
  expect(filesWith(token)).toEqual([]);
  // Would be found, if it was there.
  expect(await everythingOf(page)).toContain(name);
  expect(filesWith(name)).not.toEqual([]);
});

it('the accounting system moves a request with it, the promoter sees that, and a revoked one moves nothing', async () => {
  const name = 'Бухгалтерия';
  const { fullcode: code } = await newRequest();
  const admin = await ownThings(stage.server.origin);
  const token = await admin.makeToken(name, ['integration']);
  const promoter = await readyForTheField(stage, PHONE);
  others.push(promoter);
  await promoter.page.goto(promoter.at('/promo/orders'));
  const card = promoter.page.getByRole('article').filter({ hasText: code });
  await card.getByText('Новая', { exact: true }).waitFor();

  const key = newId();
  const told = { state: 'done', tofirm: '1500.50' };
  const first = await tell(token, code, told, key);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ fullcode: code, state: 'done', tofirm: 1500.5, changed: true });
  expect(await tell(token, code, { tofirm: 2000 })).toMatchObject({ status: 200, body: { tofirm: 2000 } });
  // The first one once more, as a program does that has not heard the answer: 2000 stays.
  expect(await tell(token, code, told, key)).toEqual(first);
  await button(promoter.page, 'Обновить').first().click();
  await card.getByText('Выполнена', { exact: true }).waitFor();
  await card.getByText('Процент: 600 руб.').waitFor();

  scene = await enterCredentials(stage, { size: PHONE });
  const { page } = scene;
  const row = rowOf(page, 'Personal access tokens', name);
  await button(row, `Отозвать: ${name}`).click();
  const question = dialog(page, `Отозвать токен «${name}»?`);
  const yes = button(question, 'Отозвать');
  expect(await yes.isDisabled()).toBe(true);
  await question.getByRole('textbox').fill('отзови');
  expect(await yes.isDisabled()).toBe(true);
  await question.getByRole('textbox').fill('Отозвать ');
  await yes.click();
  await toast(page, 'отозван');
  await row.waitFor({ state: 'detached' });
  expect((await tell(token, code, { tofirm: 3000 })).status).toBe(401);
  expect((await tell(token, code, told, key)).status).toBe(401);
  await button(promoter.page, 'Обновить').first().click();
  await card.getByText('Процент: 600 руб.').waitFor();
});

it('a promoter is offered nothing that they may not do, and does not get it by asking', async () => {
  scene = await enterCredentials(stage, { email: DEMO.promoter });
  const { page } = scene;
  await button(panel(page, 'Personal access tokens'), 'Создать токен').click();
  const form = dialog(page, 'Новый токен');
  await form.getByRole('checkbox', { name: PROMO }).waitFor();
  const offered = await form
    .getByRole('checkbox')
    .evaluateAll(all =>
      all.map(each =>
        'labels' in each ? ([...(each.labels as NodeListOf<Element>)][0]?.textContent ?? '') : '',
      ),
    );
  expect(offered).toEqual([PROMO, 'Видеть склад и менять его документы']);
  const authorization = `Bearer ${await obtain(stage.server.origin, DEMO.promoter)}`;
  const answer = await fetch(`${stage.server.origin}${TOKENS}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Себе', scopes: ['promo', 'integration'] }),
  });
  expect(answer.status).toBe(422);
  expect(Object.keys(((await answer.json()) as { errors: object }).errors)).toEqual(['scopes']);
  expect(await (await ownThings(stage.server.origin, DEMO.promoter)).tokens()).toEqual([]);
});
