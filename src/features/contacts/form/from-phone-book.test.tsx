// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { ContactAddScreen } from './contact-add-screen.tsx';

let pocket: ScreenPhone;
beforeEach(async () => {
  pocket = await screenPhone();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'contacts');
});

function offer(select: () => Promise<unknown>) {
  vi.stubGlobal('ContactsManager', class {});
  Object.defineProperty(navigator, 'contacts', { value: { select }, configurable: true });
}

const open = () => openScreen(pocket.device, <ContactAddScreen />, '/promo/contacts/add');
const values = () =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: /^(Имя|Телефон)/ }).map(field => field.value);
const pick = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Из контактов телефона' }));

test('a contact chosen on the phone fills name and numbers, and is no contact before it is saved', async () => {
  offer(async () => [{ name: ['Анна'], tel: ['8 000 123-45-67', '+7 000 123 45 67', '+380 44 123'] }]);
  open();
  await pick();
  await waitFor(() => expect(values()).toEqual(['Анна', '+7 (000) 123-45-67', '+380 44 123']));
  expect(await pocket.phone.entries()).toEqual([]);
});

test('what was typed stays', async () => {
  offer(async () => [{ name: ['Анна'], tel: ['80001234567', '0005550101'] }]);
  open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Имя' }), 'Аня');
  await userEvent.type(screen.getByRole('textbox', { name: 'Телефон' }), '0001234567');
  await pick();
  await waitFor(() => expect(values()).toEqual(['Аня', '+7 (000) 123-45-67', '+7 (000) 555-01-01']));
});

test('choosing nobody changes nothing', async () => {
  offer(async () => []);
  open();
  await pick();
  expect(values()).toEqual(['', '']);
});

test('where the browser cannot, nothing is offered', async () => {
  open();
  await screen.findByRole('textbox', { name: 'Имя' });
  expect(screen.queryByRole('button', { name: 'Из контактов телефона' })).toBeNull();
});
