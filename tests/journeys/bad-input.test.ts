import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AUTH_STORAGE_KEY } from '#api/auth-state.ts';
import { revoke, witness } from '#tests/support/ask-server.ts';
import type { Planted } from '#tests/support/cutting-proxy.ts';
import { createContact, fillContact, newPhone } from '#tests/support/promoter.ts';
import { DEMO, DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import {
  closeScene,
  openScene,
  raiseStage,
  readyForTheField,
  type Scene,
  type Stage,
} from '#tests/support/stage.ts';

const SAVE = '/api/promo/contacts/save';

const SERVER_ERROR: Planted = { status: 500, json: { message: 'Server Error' } };

let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await raiseStage();
});
afterAll(() => stage.end());
afterEach(() => closeScene(stage, scene));

it('a wrong password is told in a line, and what was typed stays', async () => {
  scene = await openScene(stage, '/login');
  const { page } = scene;
  await page.getByLabel('E-mail').fill(DEMO.novice);
  await page.getByLabel('Password', { exact: true }).fill('не тот');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await page.getByRole('alert').getByText('Неверный e-mail или пароль').waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe(DEMO.novice);
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('не тот');
});

it.each([
  ['a Wi-Fi page', 'html', 'Нет связи. Войти можно, когда она появится.'],
  ['a 500', SERVER_ERROR, 'Сервер не ответил как надо. Повторите позже.'],
] as const)('sign-in that is answered by %s says so in Russian', async (_name, fault, words) => {
  scene = await openScene(stage, '/login');
  const { page, proxy } = scene;
  proxy.spoil({ path: '/oauth/token', fault });
  await page.getByLabel('E-mail').fill(DEMO.novice);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText(words).waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/dashboard$/);
});

it('a session that ends over an open form asks to sign in and loses nothing', async () => {
  scene = await readyForTheField(stage);
  const { page, at } = scene;
  const phone = newPhone();
  await page.goto(at('/promo/contacts/add'), { waitUntil: 'networkidle' });
  await fillContact(page, { name: 'Клим Просроченный', phones: [phone] });
  const stored = await page.evaluate(key => localStorage.getItem(key), AUTH_STORAGE_KEY);
  await revoke(stage.server.origin, JSON.parse(stored ?? '{}').accessToken);
  // Whatever the page asks next is what tells it.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const sheet = page.getByRole('dialog', { name: 'Вход' });
  await sheet.getByText('То, что вы заполняете, останется на экране').waitFor();
  await sheet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await sheet.getByRole('button', { name: 'Sign in' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await page.getByRole('textbox', { name: 'Имя' }).inputValue()).toBe('Клим Просроченный');
  await page.getByRole('button', { name: 'Создать контакт' }).click();
  await page.getByRole('group', { name: 'Контакт успешно добавлен' }).waitFor();
  expect(await (await witness(stage.server.origin, DEMO.promoter)).contactsWith(phone)).toHaveLength(1);
});

it('what was saved while the session was ending goes after the next sign-in', async () => {
  scene = await readyForTheField(stage);
  const { page, at } = scene;
  const phone = newPhone();
  await page.goto(at('/promo/contacts/add'), { waitUntil: 'networkidle' });
  const stored = await page.evaluate(key => localStorage.getItem(key), AUTH_STORAGE_KEY);
  await revoke(stage.server.origin, JSON.parse(stored ?? '{}').accessToken);
  await createContact(page, { name: 'Ия Ждущая', phones: [phone] });
  await page.getByText('Войдите, чтобы отправить 1 запись').first().waitFor();
  await page.getByRole('article', { name: 'Ия Ждущая' }).getByText('Нужен вход').waitFor();
  await page.getByRole('button', { name: 'Войти' }).click();
  const sheet = page.getByRole('dialog', { name: 'Вход' });
  await sheet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await sheet.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('group', { name: 'Контакт успешно добавлен' }).waitFor();
  expect(await (await witness(stage.server.origin, DEMO.promoter)).contactsWith(phone)).toHaveLength(1);
});

it.each([
  ['a Wi-Fi page', 'html', 'Вместо сервера ответил кто-то другой: возможно, Wi-Fi просит войти.'],
  ['a 500', SERVER_ERROR, 'Ошибка на сервере.'],
] as const)(
  'an entry that is answered by %s waits with the reason and goes later',
  async (_name, fault, words) => {
    scene = await readyForTheField(stage);
    const { page, proxy, at } = scene;
    const phone = newPhone();
    const name = 'Нил Терпеливый';
    // Once the server has shown that it honours keys, nothing has to be looked for after a lost answer.
    await page.goto(at('/promo/contacts/add'));
    await createContact(page, { name: 'Первый', phones: [newPhone()] });
    await page.getByRole('group', { name: 'Контакт успешно добавлен' }).waitFor();
    await page.goto(at('/promo/contacts/add'));
    proxy.spoil({ path: SAVE, fault, times: Number.POSITIVE_INFINITY });
    await createContact(page, { name, phones: [phone] });
    await page.getByRole('link', { name: 'Очередь' }).first().click();
    await page.getByRole('button', { name }).getByText(words).waitFor();
    proxy.heal();
    await page.getByRole('button', { name: 'Отправить сейчас' }).click();
    await page.getByRole('group', { name: 'Контакт успешно добавлен' }).waitFor();
    expect(await (await witness(stage.server.origin, DEMO.promoter)).contactsWith(phone)).toHaveLength(1);
  },
);

it('a refused entry says why at its field, is corrected there and sent once', async () => {
  scene = await readyForTheField(stage);
  const { page, proxy, at } = scene;
  const phone = newPhone();
  await page.goto(at('/promo/contacts/add'));
  const said = { message: 'The given data was invalid.', errors: { first_name: ['Такое имя не подходит'] } };
  proxy.spoil({ path: SAVE, fault: { status: 422, json: said } });
  await createContact(page, { name: 'Ян', phones: [phone] });
  const card = page.getByRole('article', { name: 'Ян' });
  await card.getByText('Не отправлено').waitFor();
  await page.getByRole('group', { name: 'Ошибка Не все обязательные поля заполнены' }).waitFor();
  await card.getByRole('link', { name: 'Исправить' }).click();
  const name = page.getByRole('textbox', { name: 'Имя' });
  expect(await name.inputValue()).toBe('Ян');
  await page.getByText('Такое имя не подходит').first().waitFor();
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  await name.fill('Яна');
  await page.getByRole('button', { name: 'Сохранить контакт' }).click();
  await page.getByRole('group', { name: 'Контакт успешно добавлен' }).waitFor();
  const found = await (await witness(stage.server.origin, DEMO.promoter)).contactsWith(phone);
  expect(found.map(contact => contact.first_name)).toEqual(['Яна']);
  expect(proxy.passages(SAVE)).toHaveLength(2);
});

it('a full disk keeps the form with its text and says what to do', async () => {
  scene = await readyForTheField(stage);
  const { page, proxy, at } = scene;
  await page.goto(at('/promo/contacts/add'));
  await fillContact(page, { name: 'Лев Тесный', phones: [newPhone()] });
  await limitRoom(page, proxy.origin, 1);
  // The room that Chromium has granted meanwhile it takes back little by little, within half a minute.
  await expect.poll(() => putByte(page), { timeout: 60_000, interval: 1000 }).toBe('QuotaExceededError');
  await page.getByRole('button', { name: 'Создать контакт' }).click();
  await page.getByRole('alert').getByText('На устройстве нет места').waitFor();
  expect(await page.getByRole('textbox', { name: 'Имя' }).inputValue()).toBe('Лев Тесный');
  await limitRoom(page, proxy.origin, ROOM_BYTES);
  await page.getByRole('button', { name: 'Создать контакт' }).click();
  await page.getByRole('group', { name: 'Контакт успешно добавлен' }).waitFor();
});

/** More than the app needs. */
const ROOM_BYTES = 20_000_000;

async function limitRoom(page: Page, origin: string, quotaSize: number): Promise<void> {
  const cdp = await stage.browser.cdp(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
}

/** Whether the smallest write still finds room. */
async function putByte(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>(resolve => {
        const opening = indexedDB.open('probe');
        opening.onupgradeneeded = () => opening.result.createObjectStore('probe');
        opening.onerror = () => resolve(String(opening.error?.name));
        opening.onsuccess = () => {
          const writing = opening.result.transaction('probe', 'readwrite');
          writing.objectStore('probe').put('x', 1);
          writing.oncomplete = () => resolve('saved');
          writing.onabort = () => resolve(String(writing.error?.name));
        };
      }),
  );
}
