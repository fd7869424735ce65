/** Who is signed in, as whom one works, and what of it is left on the device. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { AUTH_STORAGE_KEY } from '#api/auth-state.ts';
import { revoke, serverRecords } from '#tests/support/ask-server.ts';
import { DESKTOP } from '#tests/support/browser.ts';
import { createContact, fillContact, newPhone } from '#tests/support/promoter.ts';
import { accessTokenOf, DEMO, DEMO_PASSWORD, signIn } from '#tests/support/sign-in.ts';
import { accessibilityFaults, themeFaults } from './support/accessibility.ts';
import { type App, goOnline, openReady } from './support/app.ts';

const SAVE = '/api/promo/contacts/save';

/** The demo's promoter, as the list of users names him. */
const PROMOTER = 'Семён Кораблёв';

let app: App;

it('a session that ends over a half-filled form is taken up again over it, for all tabs at once', async () => {
  app = await openReady();
  const { page, proxy, at } = app;
  const [first, second] = [newPhone(), newPhone()];
  const other = await app.browser.open(at('/promo/contacts'));
  await other.getByRole('article').first().waitFor();
  await page.goto(at('/promo/contacts/add'), { waitUntil: 'networkidle' });
  await proxy.goOffline();
  await createContact(page, { name: 'Рита Ждущая', phones: [first] });
  await page.getByRole('link', { name: 'Добавить контакт' }).filter({ visible: true }).click();
  await fillContact(page, { name: 'Савва Недописанный', phones: [second] });
  await revoke(app.server.origin, await accessTokenOf(page));

  await goOnline(app);
  const sheet = page.getByRole('dialog', { name: 'Вход' });
  await sheet.getByText('То, что вы заполняете, останется на экране').waitFor();
  await other.getByText('Войдите, чтобы отправить 1 запись').first().waitFor();
  // One refusal over both tabs ended it.
  expect(proxy.passages('/oauth/token').filter(({ method }) => method === 'POST')).toHaveLength(2);
  await sheet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await sheet.getByRole('button', { name: 'Sign in' }).click();
  await sheet.waitFor({ state: 'detached' });
  await other.getByText('Войдите, чтобы отправить 1 запись').first().waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('textbox', { name: 'Имя' }).inputValue()).toBe('Савва Недописанный');
  await page.getByRole('button', { name: 'Создать контакт' }).click();
  await page.getByRole('article', { name: 'Савва Недописанный' }).waitFor();

  const server = await serverRecords(app.server.origin, DEMO.promoter);
  await expect.poll(async () => (await server.contactsWith(second)).length).toBe(1);
  expect(await server.contactsWith(first)).toHaveLength(1);
});

/** Everything that the origin keeps outside IndexedDB, as one text, and the names of its databases. */
async function kept(page: Page): Promise<{ text: string; databases: string[] }> {
  return page.evaluate(async () => {
    const parts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        parts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
    return { text: parts.join('\n'), databases };
  });
}

it('[S30] no personal data lies outside IndexedDB, and after logout neither tokens nor the book are left', async () => {
  const { page, at } = await openReady();
  const phone = newPhone();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name: 'Тайна Личная', phones: [phone] });
  await page.getByRole('group', { name: 'Контакт успешно добавлен' }).waitFor();
  await page.goto(at('/promo/orders'));
  await page.getByText(/^Отображено/).waitFor();
  const call = await page
    .getByRole('link', { name: /^Позвонить/ })
    .first()
    .getAttribute('href');
  const stored: { accessToken: string; refreshToken: string } = JSON.parse(
    (await page.evaluate(key => localStorage.getItem(key), AUTH_STORAGE_KEY)) ?? '',
  );
  const personal = ['Тайна', phone, String(call).slice(-10), 'Кораблёв', 'promoter@example.com'];
  const tokens = [stored.accessToken, stored.refreshToken];

  const working = await kept(page);
  expect(personal.filter(each => working.text.includes(each))).toEqual([]);
  // The specification keeps the tokens in local storage: once, under the one key.
  for (const token of tokens) expect(working.text.split(token)).toHaveLength(2);
  expect(working.databases.filter(name => name.startsWith('promo-cache|'))).toHaveLength(1);
  expect(personal.filter(each => working.databases.join().includes(each))).toEqual([]);

  await page.goto(at('/logout'));
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const left = await kept(page);
  expect([...personal, ...tokens].filter(each => left.text.includes(each))).toEqual([]);
  expect(left.databases.filter(name => name.startsWith('promo-cache|'))).toEqual([]);
  expect(await page.evaluate(key => localStorage.getItem(key), AUTH_STORAGE_KEY)).toBeNull();
});

const banner = (page: Page) => page.getByRole('region', { name: 'Работа под другим пользователем' });
const endImpersonation = (page: Page) => banner(page).getByRole('button', { name: 'Вернуться' }).click();

async function startImpersonation({ page, at }: App, name = PROMOTER): Promise<void> {
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

/** Saves a contact without a network; the server refuses to take it until `removeFaults`. */
async function saveUnsent({ page, proxy, at }: App, name: string): Promise<string> {
  const phone = newPhone();
  await page.goto(at('/promo/contacts/add'), { waitUntil: 'networkidle' });
  await proxy.goOffline();
  await createContact(page, { name, phones: [phone] });
  proxy.addFault({ path: SAVE, fault: { status: 503, json: {} }, times: 1000 });
  return phone;
}

it('the own and the other’s unsent work wait while one works as them, and each goes once as its own', async () => {
  app = await openReady();
  const { page, proxy, at } = app;
  const sealed = await saveUnsent(app, 'Сева Запечатанный');
  await page.goto(at('/logout'));
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await proxy.goOnline();
  await page.goto(at('/login?redirect=/promo'));
  await signIn(page, DEMO.admin);
  const own = await saveUnsent(app, 'Ада Своя');
  await proxy.goOnline();

  await startImpersonation(app);
  proxy.removeFaults();
  const made = newPhone();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name: 'Вера Чужая', phones: [made] });
  const asPromoter = await serverRecords(app.server.origin, DEMO.promoter);
  const asAdmin = await serverRecords(app.server.origin, DEMO.admin);
  await expect.poll(async () => (await asPromoter.contactsWith(made)).length).toBe(1);
  await page.goto(at('/promo/outbox'));
  await page.getByText('2 неотправленные записи других пользователей').waitFor();
  expect(await themeFaults(page, 'unsent work of others')).toEqual([]);
  expect(await asAdmin.contactsWith(own)).toEqual([]);

  await endImpersonation(page);
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
  app = await openReady(DEMO.admin, { size: DESKTOP });
  const { page, proxy } = app;
  await startImpersonation(app);
  const phone = await saveUnsent(app, 'Глаша Поздняя');
  proxy.removeFaults();
  await revoke(app.server.origin, await accessTokenOf(page));
  await goOnline(app);
  await banner(page).getByText(`Время работы как ${PROMOTER} истекло`).waitFor();
  expect(await page.getByRole('dialog', { name: 'Вход' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Войти', exact: true }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.reload();
  await banner(page).getByText(`Время работы как ${PROMOTER} истекло`).waitFor();

  await endImpersonation(page);
  const question = page.getByRole('dialog', { name: 'Осталось неотправленных: 1' });
  expect(await accessibilityFaults(page)).toEqual([]);
  await question.getByRole('button', { name: 'Вернуться без отправки' }).click();
  await backAtUsers(page);
  const server = await serverRecords(app.server.origin, DEMO.promoter);
  expect(await server.contactsWith(phone)).toEqual([]);
  await startImpersonation(app);
  await expect.poll(async () => (await server.contactsWith(phone)).length).toBe(1);
  await endImpersonation(page);
  await backAtUsers(page);
});

it('what the other user may not open says why, and leads back to oneself', async () => {
  app = await openReady(DEMO.admin, { size: DESKTOP });
  const { page, at } = app;
  await startImpersonation(app);
  await page.goto(at('/users'));
  await page.getByText('Нет доступа к управлению пользователями.').waitFor();
  await page.getByText(`Сейчас вы работаете как ${PROMOTER}`).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Рабочее место' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goto(at('/abac'));
  const back = page.getByRole('main').getByRole('button', { name: 'Вернуться к себе' });
  await back.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await back.click();
  await backAtUsers(page);
});

it('another tab follows, and one comes back there without a network', async () => {
  app = await openReady(DEMO.admin, { size: DESKTOP });
  const { page, proxy, at } = app;
  const other = await app.browser.open(at('/promo'), DESKTOP);
  await other.getByText('Готово к работе без связи', { exact: true }).first().waitFor();
  await startImpersonation(app);
  await banner(other).getByText(`Вы работаете как ${PROMOTER}`).waitFor();
  await proxy.goOffline();
  await endImpersonation(other);
  await other.waitForURL(/\/application\/users$/);
  await banner(page).waitFor({ state: 'detached' });
  await page.getByRole('main').getByRole('link', { name: 'Пользователи' }).waitFor();
});
