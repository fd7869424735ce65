import type { Page } from 'playwright-core';
import type { App } from './app.ts';
import { isThere } from './credentials.ts';
import type { PROMOTER } from './verbatim.ts';
import { isSummedUp } from './warehouse.ts';

/** A screen that a promoter may open: how one gets there, what is there once it is complete, and whose words it owes. */
type Screen = {
  name: string;
  path: string;
  ready: (page: Page) => Promise<unknown>;
  owes?: keyof typeof PROMOTER;
};

const heading = (text: string) => (page: Page) => page.getByRole('heading', { name: text }).first().waitFor();

/** Every screen behind sign-in that is open to a promoter. */
export const screens: readonly Screen[] = [
  { name: 'dashboard', path: '/dashboard', owes: 'dashboard', ready: heading('Dashboard') },
  {
    name: 'home',
    path: '/promo',
    owes: 'home',
    ready: page => page.getByText('Готово к работе без связи', { exact: true }).first().waitFor(),
  },
  {
    name: 'contacts',
    path: '/promo/contacts',
    owes: 'contact list',
    ready: page =>
      page
        .getByRole('link', { name: /^Позвонить/ })
        .first()
        .waitFor(),
  },
  {
    name: 'add',
    path: '/promo/contacts/add',
    owes: 'contact, new',
    ready: page => page.getByRole('button', { name: 'Создать контакт' }).waitFor(),
  },
  {
    name: 'import',
    path: '/promo/contacts/import',
    ready: page => page.getByRole('button', { name: 'Показать контакты' }).waitFor(),
  },
  {
    name: 'orders',
    path: '/promo/orders',
    owes: 'order list',
    ready: page => page.getByText(/^Отображено 1 - /).waitFor(),
  },
  {
    name: 'order-type',
    path: '/promo/orders/add',
    owes: 'order type',
    ready: page => page.getByRole('link', { name: /На дом/ }).waitFor(),
  },
  {
    name: 'home-order',
    path: '/promo/orders/add/basa',
    owes: 'order to the home',
    ready: page => page.getByRole('button', { name: 'Оформить заявку' }).waitFor(),
  },
  {
    name: 'workshop-order',
    path: '/promo/orders/add/point',
    owes: 'order to the workshop',
    ready: page => page.getByRole('button', { name: 'Оформить заявку' }).waitFor(),
  },
  { name: 'outbox', path: '/promo/outbox', ready: heading('Очередь') },
  { name: 'credentials', path: '/oauth', ready: isThere },
  {
    name: 'receipts',
    path: '/warehouse/enter/1',
    ready: page => page.getByText(/^1-15 из \d+$/).waitFor(),
  },
  {
    name: 'write-offs',
    path: '/warehouse/loss/2',
    ready: page => page.getByText(/^16-\d+ из \d+$/).waitFor(),
  },
  { name: 'stock-moves', path: '/warehouse/move', ready: heading('Перемещения') },
  { name: 'inventories', path: '/warehouse/inventory', ready: heading('Инвентаризации') },
  { name: 'receipt', path: '/warehouse/enter/edit/38', ready: isSummedUp },
  { name: 'write-off', path: '/warehouse/loss/edit/50', ready: isSummedUp },
  { name: '403', path: '/403', owes: 'Forbidden', ready: heading('Forbidden') },
  { name: '404', path: '/nowhere', owes: 'Page Not Found', ready: heading('Page Not Found') },
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
  await page.getByText('как посчитано').waitFor();
}
