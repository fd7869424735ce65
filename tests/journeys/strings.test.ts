/** The words that a promoter's screens owe in states that an address does not lead to; screens.test.ts reads the others. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deferred } from '#kit/deferred.ts';
import { revoke } from '#tests/support/ask-server.ts';
import { createContact, fillContact, newPhone, openContact, orderDelivery } from '#tests/support/promoter.ts';
import { accessTokenOf, DEMO } from '#tests/support/sign-in.ts';
import { type App, closeApp, goOnline, openApp, openReady } from './support/app.ts';
import { editFirstContact, openRequestOf, screens } from './support/screens.ts';
import { PROMOTER, wordsOf } from './support/verbatim.ts';

const SAVE = '/api/promo/contacts/save';
const DELETE = '/api/promo/contacts/delete';
const ORDER = '/api/promo/orders/sendOrder';
const LOGIN_AS = '/api/adminAuth/token';

const words = wordsOf(PROMOTER);

let app: App;

beforeAll(async () => {
  app = await openReady();
});
beforeEach(() => app.proxy.goOnline());
afterAll(() => closeApp(app));

/** Waits until the page says all that the place owes. */
const says = (place: keyof typeof PROMOTER, page: Page = app.page) => words.says(page, place);

/** What makes an answer the server's own. */
const ECHO = { 'idempotency-status': 'stored' };

async function addContact(name: string): Promise<void> {
  await app.page.goto(app.at('/promo/contacts/add'));
  await createContact(app.page, { name, phones: [newPhone()] });
}

/** Saved, and confirmed by the server: the card has nothing to say of the queue any more. */
async function addConfirmed(name: string): Promise<void> {
  await addContact(name);
  const card = app.page.getByRole('article', { name, exact: true });
  await expect.poll(() => card.textContent(), { timeout: 15_000 }).not.toMatch(/Ждет|Отправляем|Проверяем/);
}

/** From a fresh page: the toasts of what was just told lie over the newest card. */
async function choose(name: string, action: 'Редактировать' | 'Удалить'): Promise<void> {
  await app.page.goto(app.at('/promo/contacts'));
  await app.page.getByRole('button', { name: `Действия: ${name}` }).click();
  await app.page.getByRole('menuitem', { name: action, exact: true }).click();
}

it('the words of the login screen', async () => {
  const other = await openApp('/login');
  await says('login', other.page);
});

it("the words of a contact's card, its questions and its form", async () => {
  const { page, at } = app;
  await page.goto(at('/promo/contacts'));
  const menu = page.getByRole('button', { name: /^Действия: / }).first();
  await menu.click();
  await says('contact, its menu');
  await page.getByRole('menuitem', { name: 'Удалить', exact: true }).click();
  await says('contact, asked to delete');
  await page.getByRole('button', { name: 'Отмена' }).click();
  await editFirstContact(app);
  await says('contact, known');
  await page.goto(at('/promo/contacts/add'));
  await fillContact(page, { name: 'Мира', phones: [newPhone(), newPhone()] });
  await page.getByRole('button', { name: 'Удалить телефон 2' }).click();
  await says('contact, a phone asked to delete');
});

it('the words of the filtered order lists and of requests', async () => {
  const { page, at } = app;
  for (const [choice, place] of [
    ['Оплаченные', 'order list, paid'],
    ['Выполненные', 'order list, done'],
  ] as const) {
    await page.goto(at('/promo/orders'));
    await filterBy(page, choice);
    await says(place);
  }
  await openRequestOf(app, 'Л');
  await says('request of the line');
  await openRequestOf(app, 'М');
  await says('request of the workshop');
});

async function filterBy(page: Page, choice: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${choice}`) }).check({ force: true });
  await page.getByRole('button', { name: 'Фильтровать' }).click();
}

it('the words for whoever has no orders', async () => {
  const novice = await openReady(DEMO.novice);
  await novice.page.goto(novice.at('/promo/orders'));
  await says('order list, nothing', novice.page);
  await filterBy(novice.page, 'Оплаченные');
  await says('order list, nothing paid', novice.page);
  await filterBy(novice.page, 'Выполненные');
  await says('order list, nothing done', novice.page);
});

it('the words of the queue, from the cellar to the street', async () => {
  const { page, proxy, at } = app;
  const name = 'Пава Словесная';
  await proxy.goOffline();
  await page.goto(at('/promo/contacts/add'));
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await says('contact, new, without a network');
  await createContact(page, { name, phones: [newPhone()] });
  await says('contact, kept');
  await orderDelivery(page, name);
  await says('order, kept');
  await page.goto(at('/promo/contacts/add'));
  await fillContact(page, { name: 'Недописанный', phones: [] });
  await page.getByRole('link', { name: 'Очередь' }).first().click();
  await says('outbox');
  await goOnline(app);
  await says('order confirmed');
  await addConfirmed('Добава');
  await says('contact added');
  await choose('Добава', 'Редактировать');
  await page.getByRole('textbox', { name: 'Комментарий' }).fill('у лифта');
  await page.getByRole('button', { name: 'Сохранить контакт' }).click();
  await says('contact changed');
});

it('the words of deletes, waiting and done', async () => {
  const { page, proxy } = app;
  await addConfirmed('Убава');
  await proxy.goOffline();
  await choose('Убава', 'Удалить');
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await openContact(page, 'Убава');
  await says('contact, a delete that waits');
  await goOnline(app);
  await says('contact deleted');
  await addConfirmed('Неубава');
  proxy.addFault({ path: DELETE, fault: { json: { status: 'error' }, headers: ECHO } });
  await choose('Неубава', 'Удалить');
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await says('delete refused');
});

it('the words of what the server refused', async () => {
  const { page, proxy } = app;
  const refusal = { status: 422, json: { message: 'no', errors: { comment: ['нет'] } } };
  proxy.addFault({ path: SAVE, fault: refusal });
  await addContact('Отказной');
  await openContact(page, 'Отказной');
  await says('save refused');
  await page.getByRole('link', { name: 'Очередь' }).first().click();
  await page.waitForURL(/\/outbox$/);
  await page.getByRole('button', { name: /Новый контакт: Отказной/ }).click();
  await says('save refused, its sheet');
  proxy.addFault({ path: SAVE, fault: { json: { message: 'saved, or so it says' }, headers: ECHO } });
  await addContact('Безномерный');
  await says('saved without an id');
  await addConfirmed('Заказной');
  proxy.addFault({ path: ORDER, fault: { json: { message: 'ordered, or so it says' }, headers: ECHO } });
  await orderDelivery(page, 'Заказной');
  await says('ordered without a code');
});

it('the words on the way and after a lost answer', async () => {
  const held = deferred();
  app.proxy.addFault({ path: SAVE, fault: { status: 500, json: {}, after: held.promise } });
  await addContact('Едущий');
  await says('on its way');
  held.resolve();
  await says('answer lost');
});

it('the words of users, and of who works as one of them', async () => {
  const admin = await openReady(DEMO.admin);
  const { page, proxy, at } = admin;
  await page.goto(at('/users'));
  await says('users', page);
  await page
    .getByRole('button', { name: /^Войти как/ })
    .first()
    .click();
  await says('users, asked to log in as', page);
  proxy.addFault({ path: LOGIN_AS, fault: { status: 403, json: { message: 'no' } } });
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Войти', exact: true });
  await confirm.click();
  await says('not logged in as another', page);
  await confirm.click();
  await says('logged in as another', page);
  await says('working as another', page);
  await proxy.goOffline();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name: 'Ника Подложная', phones: [newPhone()] });
  await page.getByRole('button', { name: 'Вернуться' }).click();
  await says('working as another, with unsent work', page);
  await page.getByRole('button', { name: 'Остаться и отправить' }).click();
  await revoke(app.server.origin, await accessTokenOf(page));
  await goOnline(admin);
  await says('working as another, over', page);
});

it('the words of a new version', async () => {
  const { page, at } = app;
  await page.goto(at('/promo'), { waitUntil: 'networkidle' });
  // As when another tab has switched to it. The page listens once it has time.
  const offer = page.getByText('Доступна новая версия');
  await expect
    .poll(async () => {
      await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')));
      return offer.isVisible();
    })
    .toBe(true);
  await says('new version');
});

it('the words of the installation, once there is a saved contact', async () => {
  const { page, at } = app;
  await page.goto(at('/promo'), { waitUntil: 'networkidle' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')));
  await says('installation offered');
});

it('the words of a session that has ended', async () => {
  const { page, at } = app;
  await page.goto(at('/promo/contacts/add'), { waitUntil: 'networkidle' });
  await fillContact(page, { name: 'Ждущая', phones: [newPhone()] });
  // After the form is filled: once the app notices it, the sign-in sheet lies over the open form.
  await revoke(app.server.origin, await accessTokenOf(page));
  await page.getByRole('button', { name: 'Создать контакт' }).click();
  await page.waitForURL(/\/promo\/contacts$/);
  await says('session ended');
});

it('every word of the table was asserted, here or where the screen is visited', () => {
  const visited: unknown[] = screens.map(({ owes }) => owes);
  expect([...words.unread].filter(place => !visited.includes(place))).toEqual([]);
});
