import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AUTH_STORAGE_KEY } from '#api/auth-state.ts';
import { revoke, witness } from '#tests/support/ask-server.ts';
import { createContact, fillContact, newPhone } from '#tests/support/promoter.ts';
import { DEMO, DEMO_PASSWORD, signIn } from '#tests/support/sign-in.ts';
import { closeScene, raiseStage, readyForTheField, type Scene, type Stage } from '#tests/support/stage.ts';

let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await raiseStage();
});
afterAll(() => stage.end());
afterEach(() => closeScene(stage, scene));

it('a session that ends over a half-filled form is taken up again over it, for all tabs at once', async () => {
  scene = await readyForTheField(stage);
  const { page, proxy, at } = scene;
  const [first, second] = [newPhone(), newPhone()];
  const other = await stage.browser.open(at('/promo/contacts'));
  await other.getByRole('article').first().waitFor();
  await page.goto(at('/promo/contacts/add'), { waitUntil: 'networkidle' });
  await proxy.goOffline();
  await createContact(page, { name: 'Рита Ждущая', phones: [first] });
  await page.getByRole('link', { name: 'Добавить контакт' }).filter({ visible: true }).click();
  await fillContact(page, { name: 'Савва Недописанный', phones: [second] });
  const stored = await page.evaluate(key => localStorage.getItem(key), AUTH_STORAGE_KEY);
  await revoke(stage.server.origin, JSON.parse(stored ?? '{}').accessToken);

  await proxy.goOnline();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const sheet = page.getByRole('dialog', { name: 'Вход' });
  await sheet.getByText('То, что вы заполняете, останется на экране').waitFor();
  await other.getByText('Войдите, чтобы отправить 1 запись').first().waitFor();
  // One refusal over both tabs ended it.
  expect(proxy.passages('/oauth/token').filter(({ method }) => method === 'POST')).toHaveLength(2);
  await sheet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await sheet.getByRole('button', { name: 'Sign in' }).click();
  await sheet.waitFor({ state: 'detached' });
  await other.getByText('Войдите, чтобы отправить 1 запись').first().waitFor({ state: 'detached' });
  expect(await page.getByRole('textbox', { name: 'Имя' }).inputValue()).toBe('Савва Недописанный');
  await page.getByRole('button', { name: 'Создать контакт' }).click();
  await page.getByRole('article', { name: 'Савва Недописанный' }).waitFor();

  const server = await witness(stage.server.origin, DEMO.promoter);
  await expect.poll(async () => (await server.contactsWith(second)).length).toBe(1);
  expect(await server.contactsWith(first)).toHaveLength(1);
});

it('what one user leaves unsent is only counted for the next, and goes once when the first returns', async () => {
  scene = await readyForTheField(stage);
  const { page, proxy, at } = scene;
  const phone = newPhone();
  await page.goto(at('/promo/contacts/add'), { waitUntil: 'networkidle' });
  await proxy.goOffline();
  await createContact(page, { name: 'Ульяна Запертая', phones: [phone] });
  await askToSignOut(page);
  await page.getByRole('button', { name: 'Выйти и сохранить на устройстве' }).click();
  await page.getByText('На этом устройстве ждет отправки: 1 запись').waitFor();
  await proxy.goOnline();

  await signIn(page, DEMO.novice);
  await page.goto(at('/promo/outbox'));
  await page.getByText('1 неотправленная запись других пользователей').waitFor();
  expect(await page.getByText('Ульяна').count()).toBe(0);
  const server = await witness(stage.server.origin, DEMO.promoter);
  expect(await server.contactsWith(phone)).toEqual([]);
  await askToSignOut(page);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();

  await signIn(page, DEMO.promoter);
  await page.getByRole('group', { name: 'Контакт успешно добавлен' }).waitFor();
  expect(await server.contactsWith(phone)).toHaveLength(1);
  expect(proxy.passages('/api/promo/contacts/save')).toHaveLength(1);
});

async function askToSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Еще действия' }).click();
  await page.getByRole('menuitem', { name: 'Выйти' }).click();
}
