import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { isTooWide, smallTargets } from './support/accessibility.ts';
import {
  button,
  crashBrowser,
  everythingStored,
  type Options,
  ownBrowser,
  sharedServer,
} from './support/app.ts';
import {
  barSays,
  choose,
  claim,
  group,
  line,
  nameField,
  openPolicies,
  type PolicyStore,
  payPolicy,
  policyStore,
  rename,
  save,
} from './support/policies.ts';

let store: PolicyStore;

beforeAll(async () => {
  store = await policyStore((await sharedServer()).origin);
});

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

it('a phone leads from the list to a condition in the sheet, to the save, and back to the list', async () => {
  await store.save(payPolicy(40, 'С телефона'));
  const { page } = await openPolicies('/abac', { size: PHONE });
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
  const stored = await store.byName('С телефона');
  expect(stored?.rules[0]?.condition).toEqual(
    group('allOf', claim('user.role', 'list', 'equal', 'moderator')),
  );
  expect(stored).toMatchObject({ id: 40, version: 2 });
  await button(page, 'К списку').click();
  const row = page.getByRole('button', { name: /^С телефона/ });
  await expect.poll(() => row.evaluate(each => each === document.activeElement)).toBe(true);
  await look();
});

describe('a policy that is open', () => {
  beforeEach(() => store.save(payPolicy(7, 'Выплаты')));

  const open = (options?: Options) => openPolicies('/abac?policy=7', options);
  const stored = () => store.byId(7);
  /** A draft is on the device a second after the last keystroke; nothing on the screen says when. */
  const draftKept = (page: Page, words: string) => expect.poll(() => everythingStored(page)).toContain(words);

  it('the draft survives a reload and a killed browser, and is saved once', async () => {
    const app = await open({ browser: await ownBrowser() });
    const { page } = app;
    const { version = 0 } = (await stored()) ?? {};
    await rename(page, 'Недописанная');
    await draftKept(page, 'Недописанная');
    await page.reload();
    await page.getByText('Черновик восстановлен').waitFor();
    await expect.poll(() => nameField(page).inputValue()).toBe('Недописанная');
    await rename(page, 'Недописанная до конца');
    await draftKept(page, 'Недописанная до конца');
    const again = await crashBrowser(app, '/abac?policy=7');
    await again.getByText('Черновик восстановлен').waitFor();
    await expect.poll(() => nameField(again).inputValue()).toBe('Недописанная до конца');
    expect(await stored()).toMatchObject({ name: 'Выплаты', version });
    await save(again);
    await barSays(again, 'Все сохранено');
    expect(await stored()).toMatchObject({ name: 'Недописанная до конца', version: version + 1 });
    await again.reload();
    await barSays(again, 'Все сохранено');
    expect(await again.getByText('Черновик восстановлен').count()).toBe(0);
  });

  it('two tabs with the same policy: the later save is not taken for the newer one', async () => {
    const { page, browser, at } = await open();
    const other = await browser.open(at('/abac?policy=7'), DESKTOP);
    await rename(other, 'Из второй вкладки');
    await draftKept(other, 'Из второй вкладки');
    await rename(page, 'Из первой вкладки');
    await draftKept(page, 'Из первой вкладки');
    await save(page);
    await barSays(page, 'Все сохранено');
    // Its draft is gone, the other's is not.
    await draftKept(other, 'Из второй вкладки');
    await other.reload();
    await expect.poll(() => nameField(other).inputValue()).toBe('Из второй вкладки');
    await button(other, 'Save policy').click();
    const yes = other.getByRole('dialog').getByRole('button', { name: 'Сохранить' });
    const conflict = other.getByRole('heading', { name: 'Две версии политики' });
    await yes.or(conflict).first().waitFor();
    if (await yes.isVisible()) await yes.click();
    await conflict.waitFor();
    expect(await stored()).toMatchObject({ name: 'Из первой вкладки' });
    const mine = other.getByRole('region', { name: 'Моя', exact: true });
    await mine.getByText('Из второй вкладки', { exact: true }).waitFor();
    await button(other, 'Оставить мою').click();
    await barSays(other, 'Все сохранено');
    expect(await stored()).toMatchObject({ name: 'Из второй вкладки' });
  });
});
