import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openScreen, screenPhone } from '#tests/support/screen.tsx';
import { ContactAddScreen } from './contact-add-screen.tsx';

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const create = () => userEvent.click(screen.getByRole('button', { name: 'Создать контакт' }));

async function write(name: string, text: string) {
  await userEvent.click(await field(name));
  await userEvent.paste(text);
}

async function openAdd() {
  const handset = await screenPhone();
  openScreen(handset.device, <ContactAddScreen />, '/promo/contacts/add');
  return handset.phone;
}

test('an extension stays with its number, is told, and is kept in the comment', async () => {
  const phone = await openAdd();
  await write('Имя', 'Приемная');
  await write('Телефон', '8 (000) 000-00-31;ext=102');
  expect(await screen.findByText('Добавочный 102 запишем в комментарий')).toBeTruthy();
  await write('Комментарий', 'до шести');
  expect((await field('Телефон')).value).toBe('+7 (000) 000-00-31 доб. 102');
  await create();
  await waitFor(async () =>
    expect((await phone.entries())[0]?.payload).toMatchObject({
      comment: 'до шести\nдоб. 102 к +7 (000) 000-00-31',
      phones: ['0000000031'],
    }),
  );
});

test.each([
  ['234-56-78 доб. 123', 'Нужен номер из 10 цифр, добавочный пишут после него'],
  ['234-56-78,102', 'Нужен номер из 10 цифр, добавочный пишут после него'],
  ['(+47) 22 33 44 55', 'Нужен номер, который начинается с +7'],
])('«%s» is not saved as a number of Russia', async (typed, remark) => {
  const phone = await openAdd();
  await write('Имя', 'Приемная');
  await write('Телефон', typed);
  await create();
  expect(await screen.findByText(remark)).toBeTruthy();
  expect((await field('Телефон')).value).toBe(typed);
  expect(await phone.entries()).toEqual([]);
});
