import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { orderValues, requestList, requestRow } from '#tests/support/cached-rows.ts';
import { answerOf } from '#tests/support/network.ts';
import { openScreen, PROMOTER, type ScreenPhone, screenPhone, setWidth } from '#tests/support/screen.tsx';
import { OrdersScreen } from './orders-screen.tsx';

/** A device with one order that waits and one request, and a backend that knows the user and refuses one call. */
async function refuse(path: string, status: number): Promise<ScreenPhone> {
  const handset = await screenPhone(({ url }) =>
    url.includes(path) ? answerOf({ message: 'no' }, status) : answerOf(PROMOTER),
  );
  const { requests, requestLists } = handset.phone.book().cache;
  await requests.put(requestRow(1, { client_fio: 'Клиент 1' }));
  await requestLists.put(requestList('all', { ids: [1], total: 1 }));
  await handset.phone.save('order.create', orderValues());
  handset.network.on();
  return handset;
}

const expectOrders = async () => {
  expect(await screen.findByRole('article', { name: 'Клиент 1' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Ждут отправки (1)' })).toBeTruthy();
};

it.each([
  [403, 'Нет прав. Показаны заявки, загруженные раньше.'],
  [404, 'Сервер этого не нашел. Показаны заявки, загруженные раньше.'],
  [422, 'Сервер ответил ошибкой 422. Показаны заявки, загруженные раньше.'],
])(
  'a list that is answered %i leaves what is on the device, says so and asks again',
  async (status, words) => {
    const { device, network } = await refuse('/getRequests', status);
    openScreen(device, <OrdersScreen />, '/promo/orders');
    expect(await screen.findByText(words)).toBeTruthy();
    await expectOrders();
    const asked = network.seen.length;
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(network.seen.length).toBeGreaterThan(asked));
  },
);

it.each([
  [403, 'Нет прав.'],
  [404, 'Сервер этого не нашел.'],
])('a request that is answered %i says so beside the list, and asks again', async (status, words) => {
  const { device } = await refuse('/request/77', status);
  setWidth(1280);
  openScreen(device, <OrdersScreen />, '/promo/orders?request=77');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(words);
  expect(within(alert).getByRole('button', { name: 'Повторить' })).toBeTruthy();
  await expectOrders();
});
