import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { noContactTexts } from '#contract/contact-fields.ts';
import { contactRow } from '#tests/support/cached-rows.ts';
import { answerOf } from '#tests/support/network.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { ContactEditScreen } from './contact-edit-screen.tsx';

const whole = {
  id: 7,
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Подъезд 3',
  created_at: '2026-11-18T10:00:00.000000Z',
  contact_phones: [{ full_phone: '70001234567' }, { full_phone: '70007654321' }],
};
const thin = { ...noContactTexts, first_name: 'Анна Ёлкина', created_at: '', phones: [], wholeTick: 0 };

let handset: ScreenPhone;
let isAnswered: boolean;
beforeEach(async () => {
  isAnswered = true;
  handset = await screenPhone(() => {
    if (!isAnswered) throw new TypeError('Failed to fetch');
    return answerOf(whole);
  });
  await handset.phone.book().cache.contacts.put(contactRow(7, thin));
});

const open = () =>
  openScreen(handset.device, <ContactEditScreen />, '/promo/contacts/edit/7', '/promo/contacts/edit/:id');
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

it('the form of a contact of which only a part is known shows the whole one', async () => {
  handset.network.on();
  open();
  expect((await field('Фамилия')).value).toBe('Ёлкина');
  await userEvent.click(await field('Комментарий'));
  await userEvent.paste(', код 12');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить контакт' }));
  const payload = { first_name: 'Анна', last_name: 'Ёлкина', phones: ['0001234567', '0007654321'] };
  await waitFor(async () => expect(await handset.phone.entries()).toMatchObject([{ payload }]));
});

it('says that it cannot be opened while no answer comes, and opens once one does', async () => {
  isAnswered = false;
  handset.network.on();
  open();
  await screen.findByText(/Контакт загружен не полностью/);
  expect(screen.queryByRole('textbox')).toBeNull();
  isAnswered = true;
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect((await field('Имя')).value).toBe('Анна');
});
