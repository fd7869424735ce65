// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScreen, type ScreenPhone, screenPhone, setWidth } from '#tests/support/screen.tsx';
import { ContactsScreen } from './contacts-screen.tsx';

const anna = {
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Третий подъезд',
  phones: ['0001234567', '0007654321'],
};
const boris = { first_name: 'Борис', last_name: '', comment: '', phones: ['0005550101'] };

let pocket: ScreenPhone;
let annaKey: string;
beforeEach(async () => {
  pocket = await screenPhone();
  annaKey = (await pocket.phone.save('contact.create', anna)).id;
  await pocket.phone.save('contact.create', boris);
});
afterEach(cleanup);

const open = (query = '') => openScreen(pocket.device, <ContactsScreen />, `/promo/contacts${query}`);
const pane = () => screen.findByRole('complementary', { name: 'Выбранный контакт' });
const card = (name: string) => screen.findByRole('article', { name });

test('a chosen card is marked and shown beside the list, with every number and action', async () => {
  setWidth(1280);
  open();
  expect(await within(await pane()).findByText(/Выберите контакт в списке/)).toBeTruthy();
  const choose = within(await card('Анна Ёлкина')).getByRole('button', { name: 'Анна Ёлкина' });
  expect(choose.getAttribute('aria-current')).toBeNull();
  await userEvent.click(choose);
  const view = within(await pane());
  expect((await view.findByRole('heading', { name: 'Анна Ёлкина' })) === document.activeElement).toBe(true);
  expect(choose.getAttribute('aria-current')).toBe('true');
  expect(view.getByText('Третий подъезд')).toBeTruthy();
  expect(view.getByText('Ждет отправки')).toBeTruthy();
  expect(view.getAllByRole('link', { name: /^Позвонить/ })).toHaveLength(2);
  expect(view.getByRole('button', { name: 'Скопировать номер +7 (000) 765-43-21' })).toBeTruthy();
  expect(view.getByRole('link', { name: 'Оформить заявку' })).toBeTruthy();
  expect(view.getByRole('link', { name: 'Редактировать' }).getAttribute('href')).toBe(
    `/promo/contacts/edit/${annaKey}`,
  );
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(choose);
});

test('what is deleted in the pane leaves it', async () => {
  setWidth(1280);
  open();
  await userEvent.click(within(await card('Борис')).getByRole('button', { name: 'Борис' }));
  await userEvent.click(await within(await pane()).findByRole('button', { name: 'Удалить' }));
  const question = screen.getByRole('dialog', { name: 'Удалить контакт Борис?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Удалить' }));
  expect(await within(await pane()).findByText(/Выберите контакт в списке/)).toBeTruthy();
});

test('on a phone there is no pane and no copying: the card unfolds', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Развернуть: Анна Ёлкина' }));
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(screen.queryByRole('button', { name: /Скопировать/ })).toBeNull();
});

test.each([360, 1280] as const)('an address leads to somebody in the book, %i px wide', async width => {
  setWidth(width);
  open(`?${new URLSearchParams({ search: '+7 (000) 123-45-67', contact: annaKey })}`);
  await card('Анна Ёлкина');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  expect(await screen.findByRole('link', { name: /765-43-21/ })).toBeTruthy();
});
