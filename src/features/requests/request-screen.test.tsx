// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RequestRow } from '#storage/cache-db.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { RequestScreen } from './request-screen.tsx';

let pocket: ScreenPhone;

beforeEach(async () => {
  pocket = await screenPhone();
});
afterEach(cleanup);

const seen: RequestRow = {
  ...{ id: 5, fullcode: 'М-000005', code_number: 5, client_fio: 'Анна Ёлкина', state_name: 'Новая', paid: 1 },
  ...{ type: 'point', work_name: 'Ноутбук', district_name: 'Центр', address: 'Лесная, 5', broken: 'Шумит' },
  ...{ tofirm: 1000, percent: null, promo_report_id: null, seenTick: 1 },
  ...{
    date_add: '2026-11-19 10:00:00',
    created_at: '2026-11-19 10:00:00',
    phones: [{ full_phone: '0001234567' }],
  },
  refreshedAt: Date.parse('2026-11-20T08:00:00Z'),
};

const open = (code: string) =>
  openScreen(pocket.device, <RequestScreen />, `/promo/request/${code}`, '/promo/request/:codeNumber');

it('shows the last copy without a network, how old it is, and how the percent was counted', async () => {
  await pocket.phone.book().cache.requests.put(seen);
  open('5');
  expect(await screen.findByText('Анна Ёлкина')).toBeTruthy();
  expect(screen.getByText('Мастерские')).toBeTruthy();
  expect(screen.getByText('Выплачено')).toBeTruthy();
  expect(screen.getByText('Обновлено 20 ноября 2026, 11:00')).toBeTruthy();
  expect(screen.getByText('Процент: 300 руб.')).toBeTruthy();
  expect(screen.getByText(/30 % от суммы заявки: 1 000 руб/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /Позвонить/ }).getAttribute('href')).toBe('tel:+70001234567');
  expect(await screen.findByText(/показана последняя копия/)).toBeTruthy();
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
