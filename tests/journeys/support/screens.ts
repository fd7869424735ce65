import type { Page } from 'playwright-core';
import type { App } from './app.ts';
import { isThere } from './credentials.ts';
import type { PROMOTER } from './verbatim.ts';
import { isSummedUp } from './warehouse.ts';

/** A screen that can be opened by its address: how one gets there, what is there once it is complete, and whose words it owes. */
type Screen = {
  name: string;
  path: string;
  ready: (page: Page) => Promise<unknown>;
  owes?: keyof typeof PROMOTER;
};

const text = (words: RegExp) => (page: Page) => page.getByText(words).first().waitFor();
const named = (role: 'heading' | 'button' | 'link', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().waitFor();
const within = (words: RegExp) => (page: Page) => page.locator('main').getByText(words).first().waitFor();
const heading = (name: string) => named('heading', name);

/** Every screen behind sign-in that is open to a promoter. */
export const screens: readonly Screen[] = [
  { name: 'dashboard', path: '/dashboard', owes: 'dashboard', ready: within(/^Заявки$/) },
  { name: 'home', path: '/promo', owes: 'home', ready: text(/^Готово к работе без связи$/) },
  { name: 'contacts', path: '/promo/contacts', owes: 'contact list', ready: named('link', /^Позвонить/) },
  {
    name: 'add',
    path: '/promo/contacts/add',
    owes: 'contact, new',
    ready: named('button', 'Создать контакт'),
  },
  { name: 'import', path: '/promo/contacts/import', ready: named('button', 'Показать контакты') },
  { name: 'orders', path: '/promo/orders', owes: 'order list', ready: text(/^Отображено 1 - /) },
  { name: 'order-type', path: '/promo/orders/add', owes: 'order type', ready: named('link', /На дом/) },
  {
    name: 'home-order',
    path: '/promo/orders/add/basa',
    owes: 'order to the home',
    ready: named('button', 'Оформить заявку'),
  },
  {
    name: 'workshop-order',
    path: '/promo/orders/add/point',
    owes: 'order to the workshop',
    ready: named('button', 'Оформить заявку'),
  },
  { name: 'outbox', path: '/promo/outbox', ready: within(/^Копия вне устройства$/) },
  { name: 'credentials', path: '/oauth', ready: isThere },
  { name: '403', path: '/403', owes: 'Forbidden', ready: within(/^Рабочее место$/) },
  {
    name: '403-why',
    path: '/warehouse/enter/1',
    owes: 'Forbidden, and why',
    ready: text(/^Нет доступа ни к/),
  },
  { name: '404', path: '/nowhere', owes: 'Page Not Found', ready: heading('Page Not Found') },
];

/** Those that are open to a moderator beside them, except what the journeys of moderation look at. */
export const stockScreens: readonly Screen[] = [
  { name: 'receipts', path: '/warehouse/enter/1', ready: text(/^1-15 из \d+$/) },
  { name: 'write-offs', path: '/warehouse/loss/2', ready: text(/^16-\d+ из \d+$/) },
  { name: 'stock-moves', path: '/warehouse/move', ready: heading('Перемещения') },
  { name: 'inventories', path: '/warehouse/inventory', ready: heading('Инвентаризации') },
  { name: 'receipt', path: '/warehouse/enter/edit/38', ready: isSummedUp },
  { name: 'write-off', path: '/warehouse/loss/edit/50', ready: isSummedUp },
];

export async function visit({ page, at }: App, { path, ready }: Screen): Promise<void> {
  await page.goto(at(path));
  await ready(page);
}

/** From the book to the form of its first contact. */
export async function editFirstContact({ page, at }: App): Promise<void> {
  await page.goto(at('/promo/contacts'));
  await page
    .getByRole('button', { name: /^Действия: / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Редактировать' }).click();
  await page.getByRole('button', { name: 'Сохранить контакт' }).waitFor();
}

/** From the book to the page of its first contact, beside the list where there is room. */
export async function openFirstContact({ page, at }: App): Promise<void> {
  await page.goto(at('/promo/contacts'));
  await page.locator('article h3 a').first().click();
  await isContactThere(page);
}

/** The page of a contact is complete. */
export const isContactThere = named('link', 'На дом');

/** The page of a request is complete. */
export const isRequestThere = text(/^как посчитано$/);

/** From the list to the newest request. */
export async function openFirstRequest(app: App): Promise<void> {
  await openRequestOf(app, '');
}

/** From the list to the newest request of a kind, which its code begins with: Л or М. */
export async function openRequestOf({ page, at }: App, kind: '' | 'Л' | 'М'): Promise<void> {
  await page.goto(at('/promo/orders'));
  await page
    .getByRole('link', { name: new RegExp(`^Заявка ${kind}`) })
    .first()
    .click();
  await isRequestThere(page);
}
