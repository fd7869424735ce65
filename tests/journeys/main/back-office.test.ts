/** The main jobs of moderators and administrators, each once. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Policy } from '#domain/policy/policy.ts';
import { DESKTOP } from '#tests/support/browser.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { allowClipboard, button, everythingStored, openSignedIn, sharedServer } from '../support/app.ts';
import { advanceRequest, copied, dialog, openCredentials, panel, rowOf } from '../support/credentials.ts';
import { tabTo, takesFocus } from '../support/focus.ts';
import { boxes, paydayOf, unpaidIn } from '../support/payday.ts';
import {
  actOnRule,
  barSays,
  choose,
  claim,
  group,
  line,
  openPolicies,
  policyStore,
  rename,
  ruleAt,
  shownJson,
} from '../support/policies.ts';

it('a payday of 60 requests is paid and closed by keyboard alone', async () => {
  const promoter = await paydayOf((await sharedServer()).origin);
  const { page } = await openSignedIn('/promo/moderation/reports', DEMO.moderator, { size: DESKTOP });
  const press = (key: string) => page.keyboard.press(key);
  const field = page.getByRole('combobox', { name: 'Промоутер' });
  await field.focus();
  await page.keyboard.type(promoter.name.slice(0, 3).toLowerCase());
  await page.getByRole('option', { name: promoter.name }).first().waitFor();
  while ((await activeOption(page)) !== promoter.name) await press('ArrowDown');
  await press('Enter');
  await tabTo(page, 'Сформировать');
  await press('Enter');
  await page.waitForURL(/\/report\/\d+$/);
  await boxes(page).first().waitFor();
  expect(await unpaidIn(page)).toBe(60);

  await tabTo(page, 'Выбрать все показанные');
  await tabToRow(page);
  await press('x');
  await press('Shift+End');
  await page.getByText('Выбрано: 60').waitFor();
  await press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Выплатить за 60 заявок?' });
  await takesFocus(dialog);
  await expect.poll(() => dialog.textContent()).toContain(promoter.name);
  await press('Tab');
  await press('Enter');
  await page.getByText('Выплачено 60 из 60.').waitFor({ timeout: 120_000 });
  expect(await unpaidIn(page)).toBe(0);
  const report = Number(page.url().split('/').at(-1));
  expect((await promoter.rowsOf(report)).every(row => row.paid === 1)).toBe(true);
  await page.getByText('Все выплачено: отчет можно закрыть').waitFor();

  await tabTo(page, 'Закрыть отчет');
  await press('Enter');
  await page.getByText('Все выплачено: можно закрывать.').waitFor();
  await takesFocus(page.getByRole('dialog'));
  await press('Tab');
  await press('Enter');
  await page.getByRole('button', { name: 'Открыть отчет' }).waitFor();
});

const activeOption = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    return id ? document.getElementById(id)?.textContent : null;
  });

async function tabToRow(page: Page): Promise<void> {
  for (let stops = 0; stops < 20; stops += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.matches('tr[data-row]'))) return;
  }
  throw new Error('Tab never came to a row');
}

/** What the journey by mouse makes. */
const MADE: Omit<Policy, 'id'> = {
  name: 'Выплаты',
  ruleCombine: 'allowIfAllAllowed',
  target: group('allOf', claim('environment.action', 'list', 'in', ['payRequest', 'unpayRequest'])),
  rules: [
    {
      id: 2,
      name: 'Администратор',
      effect: 'allow',
      condition: group('allOf', claim('user.role', 'list', 'equal', 'admin')),
    },
    {
      id: 1,
      name: 'Чужая заявка',
      effect: 'deny',
      condition: group('allOf', {
        ...claim('request.promoter', 'hasOne', 'exists'),
        relatedModel: [claim('user.role', 'list', 'in', ['moderator', 'admin'])],
      }),
    },
  ],
};

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name }).click();
const received = (page: Page, name: string) => page.getByRole('region', { name }).textContent();
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

it('a policy is made by mouse, readPayload on the way, and saved as it was shown', async () => {
  const { page, server } = await openPolicies();
  const store = await policyStore(server.origin);
  await button(page, 'Add policy').click();
  await rename(page, MADE.name);
  await page.getByRole('radio', { name: 'allowIfAllAllowed (all allowed)' }).check();
  await tab(page, 'Словами');
  expect(await received(page, 'Политика словами')).toContain('Запрещает все: разрешающих правил нет.');
  expect(await received(page, 'Замечания')).toContain('В политике нет правил');

  await makeTarget(page);
  await makeDenyRule(page);
  await tab(page, 'Словами');
  await expect
    .poll(() => received(page, 'Политика словами'))
    .toContain('«Чужая заявка» запрещает, если есть промоутер заявки');
  expect(await received(page, 'Политика словами')).toContain(
    'Применяется, если действие — Оплатить заявку или Отменить оплату заявки.',
  );
  expect(await received(page, 'Замечания')).toContain('Политика запрещает все, к чему применяется');
  await makeAllowRule(page);
  await tab(page, 'Словами');
  await expect.poll(() => received(page, 'Замечания')).toContain('Замечаний нет');

  await actOnRule(page, 'Администратор', 'Выше');
  await expect.poll(() => names(page)).toEqual(['Администратор', 'Чужая заявка']);
  await actOnRule(page, 'Чужая заявка', 'Дублировать');
  await expect.poll(async () => (await names(page)).length).toBe(3);
  const [, , copy = ''] = await names(page);
  await actOnRule(page, copy, 'Удалить');
  await expect.poll(() => names(page)).toEqual(['Администратор', 'Чужая заявка']);
  await page.getByRole('button', { name: `Шаг назад: Правило «${copy}»: удалено` }).click();
  await expect.poll(() => names(page)).toEqual(['Администратор', 'Чужая заявка', copy]);
  await page.getByRole('button', { name: `Шаг вперед: Правило «${copy}»: удалено` }).click();
  await expect.poll(() => names(page)).toEqual(['Администратор', 'Чужая заявка']);

  await barSays(page, 'Не сохранено: Выплаты');
  await button(page, 'Save policy').click();
  const question = page.getByRole('dialog', { name: 'Сохранить политику Выплаты?' });
  await expect.poll(() => question.textContent()).toContain('Правило «Администратор» (allow): добавлено');
  await question.getByRole('button', { name: 'Сохранить' }).click();
  await barSays(page, 'Все сохранено');
  await page.locator('.Toastify').getByText('успешно сохранена').waitFor();
  const stored = await store.byName(MADE.name);
  expect(stored).toEqual({ ...MADE, id: stored?.id, version: 1 });
  expect(await shownJson(page)).toEqual({ ...MADE, id: stored?.id });
});

const INTEGRATION = 'Сообщать состояние и сумму заявок из учетной системы';

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
function filesWith({ dataDir }: ServerProcess, words: string): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => readFileSync(file).includes(words));
}

it('a token is told once, taken over, and nowhere afterwards', async () => {
  const name = 'Учет 1С';
  const app = await openCredentials({ size: DESKTOP });
  const { page, proxy, server } = app;
  await button(panel(page, 'Personal access tokens'), 'Создать токен').click();
  const form = dialog(page, 'Новый токен');
  await form.getByRole('textbox', { name: 'Название' }).fill(name);
  await form.getByRole('checkbox', { name: INTEGRATION }).check();
  await button(form, 'Создать').click();
  await form.waitFor({ state: 'detached' });
  const once = dialog(page, `Токен «${name}» создан`);
  await takesFocus(once);
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
  await page.mouse.click(5, 5);
  await expect.poll(() => once.isVisible()).toBe(true);
  expect(await button(once, 'Закрыть').count()).toBe(0);
  await allowClipboard(app);
  const token = await copied(page, `Токен «${name}»`);
  await expect.poll(() => once.locator('code').textContent()).toBe(token);
  expect(token.length).toBeGreaterThan(40);
  expect(await everythingStored(page)).not.toContain(token);
  // It opens what it is for, and asks for a request that there is none of.
  const answer = await advanceRequest(server.origin, token, { code: 'Л-999999', state: 'done' });
  expect(answer.status).toBe(404);

  await button(once, 'Я скопировал токен').click();
  await once.waitFor({ state: 'detached' });
  expect(await everythingOf(page)).not.toContain(token);
  await page.reload();
  const row = rowOf(page, 'Personal access tokens', name);
  await expect.poll(() => row.textContent()).toContain(INTEGRATION);
  expect(await everythingOf(page)).not.toContain(token);
  expect(
    proxy
      .passages()
      .map(({ path }) => path)
      .join(),
  ).not.toContain(token);
  expect(server.output()).not.toContain(token);
  expect(filesWith(server, token)).toEqual([]);
  // Would be found, if it was there.
  expect(await everythingOf(page)).toContain(name);
  expect(filesWith(server, name)).not.toEqual([]);
});
