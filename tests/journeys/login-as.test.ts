import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AUTH_STORAGE_KEY } from '#api/auth-state.ts';
import { revoke, witness } from '#tests/support/ask-server.ts';
import { accessibilityFaults } from '#tests/support/axe.ts';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { createContact, newPhone } from '#tests/support/promoter.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import {
  closeScene,
  findNetwork,
  raiseStage,
  readyForTheField,
  type Scene,
  type Stage,
} from '#tests/support/stage.ts';

const SAVE = '/api/promo/contacts/save';

/** The demo's promoter, as the list of users names him. */
const PROMOTER = 'Семён Кораблёв';

let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await raiseStage();
});
afterAll(() => stage.end());
afterEach(() => closeScene(stage, scene));

const banner = (page: Page) => page.getByRole('region', { name: 'Работа под другим пользователем' });
const comeBack = (page: Page) => banner(page).getByRole('button', { name: 'Вернуться' }).click();

async function logInAs({ page, at }: Scene, name = PROMOTER): Promise<void> {
  await page.goto(at('/users'));
  await page.getByRole('button', { name: `Войти как ${name}` }).click();
  const question = page.getByRole('dialog', { name: `Авторизоваться под пользователейм ${name} ?` });
  await question.getByRole('button', { name: 'Войти', exact: true }).click();
  // What was sealed the last time goes at once, and is told right after it.
  await page.locator('.Toastify').getByText(`под пользователем ${name}`).waitFor();
  await page.waitForURL(/\/application\/dashboard$/);
  await banner(page).getByText(`Вы работаете как ${name}`).waitFor();
}

async function backAtUsers(page: Page): Promise<void> {
  await page.waitForURL(/\/application\/users$/);
  await page.getByRole('button', { name: `Войти как ${PROMOTER}` }).waitFor();
  await banner(page).waitFor({ state: 'detached' });
}

/** Saves a contact without a network; the server refuses to take it until `heal`. */
async function saveUnsent({ page, proxy, at }: Scene, name: string): Promise<string> {
  const phone = newPhone();
  await page.goto(at('/promo/contacts/add'), { waitUntil: 'networkidle' });
  await proxy.goOffline();
  await createContact(page, { name, phones: [phone] });
  proxy.spoil({ path: SAVE, fault: { status: 503, json: {} }, times: 1000 });
  return phone;
}

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s', (_device, size) => {
  it('the own and the other’s unsent work wait while one works as them, and each goes once as its own', async () => {
    scene = await readyForTheField(stage, size);
    const { page, proxy, at } = scene;
    const sealed = await saveUnsent(scene, 'Сева Запечатанный');
    await page.goto(at('/logout'));
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await proxy.goOnline();
    await page.goto(at('/login?redirect=/promo'));
    await signIn(page, DEMO.admin);
    const own = await saveUnsent(scene, 'Ада Своя');
    await proxy.goOnline();

    await logInAs(scene);
    proxy.heal();
    const made = newPhone();
    await page.goto(at('/promo/contacts/add'));
    await createContact(page, { name: 'Вера Чужая', phones: [made] });
    const asPromoter = await witness(stage.server.origin, DEMO.promoter);
    const asAdmin = await witness(stage.server.origin, DEMO.admin);
    await expect.poll(async () => (await asPromoter.contactsWith(made)).length).toBe(1);
    await page.goto(at('/promo/outbox'));
    await page.getByText('2 неотправленные записи других пользователей').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    expect(await asAdmin.contactsWith(own)).toEqual([]);

    await comeBack(page);
    await backAtUsers(page);
    await expect.poll(async () => (await asAdmin.contactsWith(own)).length).toBe(1);
    expect(await asPromoter.contactsWith(own)).toEqual([]);
    expect(await asPromoter.contactsWith(sealed)).toEqual([]);
    await page.goto(at('/logout'));
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await signIn(page, DEMO.promoter);
    await expect.poll(async () => (await asPromoter.contactsWith(sealed)).length).toBe(1);
    for (const phone of [made, own, sealed]) {
      const both = await Promise.all([asPromoter.contactsWith(phone), asAdmin.contactsWith(phone)]);
      expect(both.flat()).toHaveLength(1);
    }
  });

  it('the end of the hour asks nobody for a password, and what was unsent goes the next time', async () => {
    scene = await readyForTheField(stage, size, DEMO.admin);
    const { page, proxy } = scene;
    await logInAs(scene);
    const phone = await saveUnsent(scene, 'Глаша Поздняя');
    proxy.heal();
    const stored = await page.evaluate(key => localStorage.getItem(key), AUTH_STORAGE_KEY);
    await revoke(stage.server.origin, JSON.parse(stored ?? '{}').accessToken);
    await findNetwork(scene);
    await banner(page).getByText(`Время работы как ${PROMOTER} истекло`).waitFor();
    expect(await page.getByRole('dialog', { name: 'Вход' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Войти', exact: true }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.reload();
    await banner(page).getByText(`Время работы как ${PROMOTER} истекло`).waitFor();

    await comeBack(page);
    const question = page.getByRole('dialog', { name: 'Осталось неотправленных: 1' });
    expect(await accessibilityFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Вернуться без отправки' }).click();
    await backAtUsers(page);
    const server = await witness(stage.server.origin, DEMO.promoter);
    expect(await server.contactsWith(phone)).toEqual([]);
    await logInAs(scene);
    await expect.poll(async () => (await server.contactsWith(phone)).length).toBe(1);
    await comeBack(page);
    await backAtUsers(page);
  });
});

it('another tab follows, and one comes back there without a network', async () => {
  scene = await readyForTheField(stage, DESKTOP, DEMO.admin);
  const { page, proxy, at } = scene;
  const other = await stage.browser.open(at('/promo'), DESKTOP);
  await other.getByText('Готово к работе без связи', { exact: true }).first().waitFor();
  await logInAs(scene);
  await banner(other).getByText(`Вы работаете как ${PROMOTER}`).waitFor();
  await proxy.goOffline();
  await comeBack(other);
  await other.waitForURL(/\/application\/users$/);
  await banner(page).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Пользователи' }).waitFor();
});
