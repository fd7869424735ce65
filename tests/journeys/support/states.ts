import {
  createContact,
  goToDialerAndBack,
  newPhone,
  openContact,
  orderDelivery,
} from '#tests/support/promoter.ts';
import type { App } from './app.ts';

/** What an address alone does not lead to. */
type State = { name: string; open: (app: App) => Promise<unknown> };

/** Of a promoter, at any size. In this order: from the first that waits on there is no network. */
export const states: readonly State[] = [
  {
    name: 'refused-form',
    open: async ({ page, at }) => {
      await page.goto(at('/promo/orders/add/point'));
      await page.getByRole('button', { name: 'Оформить заявку' }).click();
      await page.getByRole('alert', { name: /в форме/ }).waitFor();
    },
  },
  {
    name: 'picker',
    open: async ({ page, at }) => {
      await page.goto(at('/promo/orders/add/point'));
      await page.getByRole('button', { name: /^Контакт:/ }).click();
      await page.getByRole('dialog').getByRole('searchbox').waitFor();
    },
  },
  { name: 'import-found', open: findInFile },
  {
    name: 'contact-menu',
    open: async ({ page, at }) => {
      await page.goto(at('/promo/contacts'));
      await page
        .getByRole('button', { name: /^Действия: / })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Редактировать' }).waitFor();
    },
  },
  {
    name: 'contacts-waiting',
    open: async ({ page, proxy, at }) => {
      await proxy.goOffline();
      await page.goto(at('/promo/contacts/add'));
      await createContact(page, { name: 'Тая', phones: [newPhone()] });
      await page.locator('main').getByText('Ждет отправки').waitFor();
    },
  },
  {
    name: 'orders-waiting',
    open: async ({ page }) => {
      await orderDelivery(page, 'Тая');
      await page.locator('main').getByText('Уйдет после контакта').waitFor();
      await page.getByText(/^Отображено 1 - /).waitFor();
    },
  },
  {
    name: 'outbox-waiting',
    open: async ({ page }) => {
      await page.getByRole('link', { name: 'Очередь' }).first().click();
      await page.getByRole('button', { name: /^Доставка в мастерскую/ }).waitFor();
    },
  },
  {
    name: 'entry-sheet',
    open: async ({ page }) => {
      await page.getByRole('button', { name: /^Доставка в мастерскую/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).waitFor();
    },
  },
];

/** The same, of a phone alone; they go on from those that wait. */
export const phoneStates: readonly State[] = [
  {
    name: 'offline-home',
    open: async ({ page, at }) => {
      await page.goto(at('/promo'));
      await page.getByText('Готово к работе без связи', { exact: true }).waitFor();
    },
  },
  {
    name: 'menu',
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Еще', exact: true }).click();
      await page.getByRole('dialog').getByRole('combobox', { name: 'Тема' }).waitFor();
    },
  },
  {
    name: 'call-sheet',
    open: async ({ page, at }) => {
      await page.goto(at('/promo/contacts'));
      await openContact(page, 'Тая');
      await page.getByRole('link', { name: /^Позвонить: Тая/ }).click();
      await page.getByText(/^Звонок в \d\d:\d\d$/).waitFor();
      await goToDialerAndBack(page);
      await page.getByRole('dialog', { name: /^Звонок: Тая/ }).waitFor();
    },
  },
];

/** Of somebody who has just begun. */
export const emptyStates: readonly State[] = [
  {
    name: 'empty-home',
    open: async ({ page, at }) => {
      await page.goto(at('/promo'));
      await page.getByText(/^Здесь будет ваш процент/).waitFor();
    },
  },
  {
    name: 'empty-book',
    open: async ({ page, at }) => {
      await page.goto(at('/promo/contacts'));
      await page.getByText('Контактов пока нет').waitFor();
    },
  },
  {
    name: 'empty-orders',
    open: async ({ page, at }) => {
      await page.goto(at('/promo/orders'));
      await page.getByText('Заявки не найдены.').waitFor();
    },
  },
];

/** The people of a file: one new, one without a number, one twice. */
async function findInFile({ page, at }: App): Promise<void> {
  await page.goto(at('/promo/contacts/import'));
  const cards = ['Иван\nTEL:9161112233', 'Вера\nTEL:02', 'Ваня\nTEL:9161112233\nTEL:9161112234'];
  const buffer = Buffer.from(cards.map(card => `BEGIN:VCARD\nFN:${card}\nEND:VCARD\n`).join(''));
  await page.locator('input[type=file]').setInputFiles({ name: 'a.vcf', mimeType: 'text/vcard', buffer });
  await page.getByRole('button', { name: 'Добавить 1 контакт' }).waitFor();
}
