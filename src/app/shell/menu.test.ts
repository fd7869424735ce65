import { expect, test } from 'vitest';
import { activeAddress, bottomLinks, sideMenu } from './menu.tsx';

const ALL = ['/promo', '/promo/contacts', '/promo/orders', '/promo/outbox', '/promo/moderation', '/users'];

test('a promoter sees one item', () => {
  expect(sideMenu({ work_promoter: true })).toMatchObject([{ label: 'Промоутеры', to: '/promo' }]);
});

test('a moderator sees the group instead of the single item', () => {
  expect(sideMenu({ work_promoter: true, edit_promoters: true })).toMatchObject([
    { label: 'Промоутеры', links: [{ label: 'Рабочее место' }, { label: 'Управление' }] },
  ]);
});

test('the users item needs edit_users', () => {
  expect(sideMenu({ edit_users: true })).toMatchObject([{ label: 'Пользователи', to: '/users' }]);
  expect(sideMenu({})).toEqual([]);
});

test('the bottom navigation is for those who work with contacts and orders', () => {
  expect(bottomLinks({ work_promoter: true }).map(link => link.label)).toEqual([
    'Телефоны',
    'Заявки',
    'Очередь',
  ]);
  expect(bottomLinks({ edit_users: true })).toEqual([]);
});

test('the nearest address is the active one', () => {
  expect(activeAddress('/promo/moderation/stats', ALL)).toBe('/promo/moderation');
  expect(activeAddress('/promo/contacts/add/', ALL)).toBe('/promo/contacts');
  expect(activeAddress('/users-archive', ALL)).toBeUndefined();
});
