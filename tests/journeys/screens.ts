import type { Page } from 'playwright-core';
import { isThere } from '#tests/support/credentials-office.ts';
import type { Scene } from '#tests/support/stage.ts';
import { isSummedUp } from '#tests/support/stock-office.ts';

/** A screen that a promoter may open: how one gets there, and what is there once it is complete. */
export type Visit = { name: string; path: string; ready: (page: Page) => Promise<unknown> };

const heading = (text: string) => (page: Page) => page.getByRole('heading', { name: text }).first().waitFor();

/** Every screen behind sign-in that is open to a promoter. */
export const visits: readonly Visit[] = [
  { name: 'dashboard', path: '/dashboard', ready: heading('Dashboard') },
  {
    name: 'home',
    path: '/promo',
    ready: page => page.getByText('Готово к работе без связи', { exact: true }).first().waitFor(),
  },
  {
    name: 'contacts',
    path: '/promo/contacts',
    ready: page =>
      page
        .getByRole('link', { name: /^Позвонить/ })
        .first()
        .waitFor(),
  },
  {
    name: 'add',
    path: '/promo/contacts/add',
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
    ready: page => page.getByText(/^Отображено 1 - /).waitFor(),
  },
  {
    name: 'order-type',
    path: '/promo/orders/add',
    ready: page => page.getByRole('link', { name: /На дом/ }).waitFor(),
  },
  {
    name: 'home-order',
    path: '/promo/orders/add/basa',
    ready: page => page.getByRole('button', { name: 'Оформить заявку' }).waitFor(),
  },
  {
    name: 'workshop-order',
    path: '/promo/orders/add/point',
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
  { name: '403', path: '/403', ready: heading('Forbidden') },
  { name: '404', path: '/nowhere', ready: heading('Page Not Found') },
];

export async function visit({ page, at }: Scene, { path, ready }: Visit): Promise<void> {
  await page.goto(at(path));
  await ready(page);
}

/** From the book to the form of its first contact. */
export async function editFirstContact({ page, at }: Scene): Promise<void> {
  await page.goto(at('/promo/contacts'));
  await page
    .getByRole('button', { name: /^Действия: / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Редактировать' }).click();
  await page.getByRole('button', { name: 'Сохранить контакт' }).waitFor();
}

/** From the list to the newest request. */
export async function openFirstRequest(scene: Scene): Promise<void> {
  await openRequestOf(scene, '');
}

/** From the list to the newest request of a kind, which its code begins with: Л or М. */
export async function openRequestOf({ page, at }: Scene, kind: '' | 'Л' | 'М'): Promise<void> {
  await page.goto(at('/promo/orders'));
  await page
    .getByRole('link', { name: new RegExp(`^Заявка ${kind}`) })
    .first()
    .click();
  await page.getByText('как посчитано').waitFor();
}
