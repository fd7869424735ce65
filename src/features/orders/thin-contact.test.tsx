import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { noContactTexts } from '#contract/contact-fields.ts';
import { contactRow, requestRow } from '#tests/support/cached-rows.ts';
import { answerOf } from '#tests/support/network.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { HomeOrderScreen } from './order-form-screen.tsx';

const whole = {
  id: 7,
  first_name: 'Анна',
  last_name: 'Ёлкина',
  created_at: '2026-11-18T10:00:00.000000Z',
  contact_phones: [{ full_phone: '70001234567' }],
};
const thin = { ...noContactTexts, first_name: 'Анна Ёлкина', created_at: '', phones: [], wholeTick: 0 };
const SAID = /Контакт загружен не полностью/;

let handset: ScreenPhone;
let answer: () => Response;

beforeEach(async () => {
  answer = () => answerOf(whole);
  handset = await screenPhone(request =>
    request.url.endsWith('/contacts/edit/7') ? answer() : answerOf({}, 503),
  );
  const { cache } = handset.phone.book();
  await cache.references.bulkPut([
    { name: 'basaDistrictList', items: [{ id: 1, name: 'Центр' }], refreshedAt: 1 },
    { name: 'basaWorkList', items: [{ id: 2, name: 'Ноутбук' }], refreshedAt: 1 },
  ]);
  await cache.contacts.put(contactRow(7, thin));
  handset.network.on();
});

const open = () => openScreen(handset.device, <HomeOrderScreen />, '/promo/orders/add/basa?contact=7');
const phone = () => screen.findByText('+7 (000) 123-45-67');

async function order(): Promise<void> {
  await userEvent.selectOptions(await screen.findByLabelText(/Район/), 'Центр');
  await userEvent.selectOptions(screen.getByLabelText(/Вид работ/), 'Ноутбук');
  await userEvent.click(screen.getByLabelText(/Улица/));
  await userEvent.paste('Лесная');
  await userEvent.click(screen.getByRole('button', { name: 'Оформить заявку' }));
  await screen.findByRole('status', { name: 'address' });
}

const payloads = async () => (await handset.phone.entries()).map(({ payload }) => payload);

it('an order for a contact of which only a part is known has its numbers and its last order once they are read', async () => {
  await handset.phone
    .book()
    .cache.requests.put(requestRow(1, { work_name: 'Ноутбук', address: 'Лесная, д. 5' }));
  open();
  expect(await phone()).toBeTruthy();
  expect(await screen.findByText(/Как в прошлый раз: .*Лесная 5/)).toBeTruthy();
  expect(screen.queryByText(SAID)).toBeNull();
  expect(await handset.phone.db.drafts.count()).toBe(0);
  await order();
  expect(await payloads()).toMatchObject([{ contact: '7', phones: ['0001234567'] }]);
});

it('says that the numbers are not known while no answer comes, and reads them at a press', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  open();
  expect((await screen.findByText(SAID)).textContent).toMatch(/^Нет связи\. /);
  answer = () => answerOf(whole);
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await phone()).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(SAID)).toBeNull());
});

it('takes an order without the numbers, and says what the answer was', async () => {
  answer = () => answerOf({ message: 'Oops' }, 500);
  open();
  expect((await screen.findByText(SAID)).textContent).toMatch(/^Сервер ответил ошибкой 500\. /);
  await order();
  expect(await payloads()).toMatchObject([{ contact: '7', phones: [] }]);
});
