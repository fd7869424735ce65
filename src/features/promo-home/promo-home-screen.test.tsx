// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { PromoHomeScreen } from './promo-home-screen.tsx';

let pocket: ScreenPhone;
beforeEach(async () => {
  pocket = await screenPhone();
});
afterEach(cleanup);

const open = () => openScreen(pocket.device, <PromoHomeScreen />, '/promo');
const LISTS = ['basaDistrictList', 'pointDistrictList', 'basaWorkList', 'pointWorkList'];

async function stock(names = LISTS) {
  const { cache } = pocket.phone.book();
  const at = pocket.phone.clock.now;
  await cache.marks.put({ name: 'book', tick: 1, at });
  for (const name of names) {
    const items = [
      { id: 1, name: 'Один' },
      { id: 2, name: 'Группа', children: [{ id: 3, name: `Два ${name}` }] },
    ];
    await cache.references.put({ name, items, refreshedAt: at });
  }
}

test('a device with the book and all lists is ready, and says how old they are', async () => {
  await stock();
  open();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Готово к работе без связи'));
  expect(screen.getByText('Готово к выезду: контактов 0, районов 3, видов работ 3')).toBeTruthy();
  expect(screen.getAllByText('Обновлено 20 ноября 2026, 12:00')).toHaveLength(3);
});

test('a device that lacks one list is not ready and names what is missing', async () => {
  await stock(LISTS.slice(0, 3));
  open();
  expect(await screen.findByText('Не хватает: видов работ')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Пока не готово к работе без связи');
});

test('a refresh that could not reach the server says so', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Обновить' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Не удалось обновить');
});

test('a promoter sees the two lists and no management', async () => {
  open();
  expect((await screen.findByRole('link', { name: 'Телефоны' })).getAttribute('href')).toBe(
    '/promo/contacts',
  );
  expect(screen.getByRole('link', { name: 'Заявки' }).getAttribute('href')).toBe('/promo/orders');
  expect(screen.queryByText('Управление')).toBeNull();
});

test('what waits and what was not finished is a tap away', async () => {
  const { ownerKey } = pocket.phone.book();
  const contact = { first_name: 'Анна', last_name: '', comment: '', phones: ['0001234567'] };
  await pocket.phone.save('contact.create', contact);
  for (const [form, instance] of [
    ['contact.add', 'new'],
    ['contact.edit', '7'],
    ['order.point', '7'],
    ['unknown.form', 'new'],
  ]) {
    await pocket.phone.drafts.save({
      key: `${ownerKey}|${form}|${instance}`,
      ownerKey,
      form: `${form}`,
      value: {},
    });
  }
  open();
  const waiting = await screen.findByRole('link', { name: 'Ждет отправки: 1 запись' });
  expect(waiting.getAttribute('href')).toBe('/promo/outbox');
  const drafts = within(await screen.findByRole('region', { name: 'Черновики' }));
  expect(
    drafts
      .getAllByRole('link')
      .map(link => link.getAttribute('href'))
      .sort(),
  ).toEqual(['/promo/contacts/add', '/promo/contacts/edit/7', '/promo/orders/add/point?contact=7']);
});

test('a device on which the app itself is not kept yet is not ready, whatever else it holds', async () => {
  await stock();
  const appKept = new Promise(() => {});
  openScreen({ ...pocket.device, appKept }, <PromoHomeScreen />, '/promo');
  expect(await screen.findByText('Не хватает: самого приложения')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Пока не готово к работе без связи');
});
