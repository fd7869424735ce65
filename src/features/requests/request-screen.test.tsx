import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { contactRow, requestRow } from '#tests/support/cached-rows.ts';
import { answerOf } from '#tests/support/network.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { RequestScreen } from './request-screen.tsx';

let handset: ScreenPhone;

beforeEach(async () => {
  handset = await screenPhone();
});

const seen = requestRow(5, {
  code_number: 50,
  fullcode: 'М-000050',
  type: 'point',
  paid: 1,
  tofirm: 1000,
  district_name: 'Центр',
  address: 'Лесная, 5',
  broken: 'Шумит',
  refreshedAt: Date.parse('2026-11-20T08:00:00Z'),
});

const open = (code: string) =>
  openScreen(handset.device, <RequestScreen />, `/promo/request/${code}`, '/promo/request/:codeNumber');

it('shows the last copy without a network, how old it is, and how the percent was counted', async () => {
  await handset.phone.book().cache.requests.put(seen);
  open('50');
  expect(await screen.findByText('Анна Ёлкина')).toBeTruthy();
  expect(screen.getByText('Мастерские')).toBeTruthy();
  expect(screen.getByText('Выплачено')).toBeTruthy();
  expect(screen.getByText('Обновлено в 11:00')).toBeTruthy();
  expect(screen.getByText('Процент: 300 руб.')).toBeTruthy();
  expect(screen.getByText('посчитано приложением')).toBeTruthy();
  expect(screen.getByText(/30 % от суммы заявки: 1 000 руб/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /Позвонить/ }).getAttribute('href')).toBe('tel:+70001234567');
  expect(await screen.findByText(/Показана последняя копия/)).toBeTruthy();
});

it('says that a request was never opened here instead of forbidding it', async () => {
  open('77');
  expect((await screen.findByRole('alert')).textContent).toContain('еще не открывали');
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy();
});

it('goes to 403 for an address that is no code', async () => {
  open('abc');
  expect((await screen.findByRole('status', { name: 'address' })).textContent).toBe('/403');
});

/** A backend of which only the request's own call is to be judged. */
async function answerWith(status: number, received: unknown = { message: 'no' }) {
  const user = { id: 1, name: 'Промоутер', email: '', role: { name: '', display_name: '' }, can: {} };
  handset = await screenPhone(({ url }) =>
    url.includes('/promo/request/') ? answerOf(received, status) : answerOf(user),
  );
  handset.network.on();
}

it('keeps what the server tells of a request, by its code number', async () => {
  await answerWith(200, { ...seen, phones: ['70001234567'] });
  open('50');
  expect(await screen.findByText('Анна Ёлкина')).toBeTruthy();
  const { id, code_number, refreshedAt } = (await handset.phone.book().cache.requests.toArray())[0] ?? seen;
  expect([id, code_number, refreshedAt]).toEqual([5, 50, handset.phone.clock.now]);
});

it.each([403, 404])('goes to 403 when the server has answered %s, and forgets its copy', async status => {
  await answerWith(status);
  await handset.phone.book().cache.requests.put(seen);
  open('50');
  expect((await screen.findByRole('status', { name: 'address' })).textContent).toBe('/403');
  expect(await handset.phone.book().cache.requests.count()).toBe(0);
});

it.each([
  [500, /Сервер ответил ошибкой 500. Показана последняя копия/],
  [503, /Сервер на обслуживании/],
  [429, /Сервер просит подождать/],
])('keeps showing its copy when the server answers %s', async (status, words) => {
  await answerWith(status);
  await handset.phone.book().cache.requests.put(seen);
  open('50');
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText('Анна Ёлкина')).toBeTruthy();
});

it('offers the form of the same kind for the same person, of two behind one phone the one of that name', async () => {
  const { requests, contacts } = handset.phone.book().cache;
  await requests.put({ ...seen, client_fio: 'Елкина Анна' });
  await contacts.bulkPut([
    contactRow(6, { first_name: 'Петр', created_at: '2026-11-20 10:00:00' }),
    contactRow(7),
  ]);
  open('50');
  const again = await screen.findByRole('link', { name: 'Заказать еще раз' });
  expect(again.getAttribute('href')).toBe('/promo/orders/add/point?repeat=1&contact=7&request=50');
});

it('offers no form for somebody whom this device does not know', async () => {
  const { requests, contacts } = handset.phone.book().cache;
  await requests.put(seen);
  await contacts.put(contactRow(7, { phones: ['0009999999'] }));
  open('50');
  await screen.findByRole('button', { name: 'Поделиться' });
  await screen.findByText(/Показана последняя копия/);
  expect(screen.queryByRole('link', { name: 'Заказать еще раз' })).toBeNull();
});

it('says that it changed since it was seen', async () => {
  const { requests, seenRequests } = handset.phone.book().cache;
  await requests.put(seen);
  await seenRequests.put({ id: 5, seen: 'Новая|unpaid' });
  open('50');
  expect(await screen.findByText('Новое')).toBeTruthy();
});
