import { expect, test } from 'vitest';
import { activeAddress, activeTab, additionOf, tabsOf } from './screen-links.tsx';
import { sideMenu, wholeMenu } from './side-menu.tsx';

const ALL = ['/promo', '/promo/contacts', '/promo/orders', '/promo/outbox', '/promo/moderation', '/users'];

test('a promoter sees one item', () => {
  expect(sideMenu({ work_promoter: true })).toMatchObject([{ label: 'Промоутеры', to: '/promo' }]);
});

test('a moderator sees the group instead of the single item', () => {
  expect(sideMenu({ work_promoter: true, edit_promoters: true })).toMatchObject([
    {
      label: 'Промоутеры',
      links: ['Рабочее место', 'Управление', 'Отчеты', 'Статистика'].map(label => ({ label })),
    },
  ]);
});

test('at a desk everything that one may enter stands in the menu; a promoter has their one item', () => {
  const labels = (can: Parameters<typeof wholeMenu>[0]) => wholeMenu(can).map(({ label }) => label);
  expect(labels({ work_promoter: true })).toEqual(['Промоутеры']);
  expect(labels({ edit_promoters: true })).toEqual(['Промоутеры', 'Склад', 'Приложения и токены']);
  expect(labels({ edit_promoters: true, edit_users: true })).toEqual([
    ...['Промоутеры', 'Пользователи', 'Политики доступа', 'Склад', 'Приложения и токены'],
  ]);
});

test('the users item needs edit_users', () => {
  expect(sideMenu({ edit_users: true })).toMatchObject([{ label: 'Пользователи', to: '/users' }]);
  expect(sideMenu({})).toEqual([]);
});

const BOTH = { work_promoter: true, edit_promoters: true };
const MODERATING = ['Управление', 'Отчеты', 'Статистика'];

test.each([
  [{ work_promoter: true }, '/promo', ['Главная', 'Телефоны', 'Заявки']],
  [BOTH, '/promo/contacts', ['Главная', 'Телефоны', 'Заявки']],
  [BOTH, '/promo/moderation', ['Главная', ...MODERATING]],
  [BOTH, '/promo/moderation/report/7', ['Главная', ...MODERATING]],
  [{ edit_promoters: true }, '/promo/moderation', MODERATING],
  [{ edit_promoters: true }, '/oauth', MODERATING],
  [{ edit_users: true }, '/users', []],
])('the tabs of %j at %s are %j', (can, pathname, labels) => {
  expect(tabsOf(can, pathname).map(tab => tab.label)).toEqual(labels);
});

test.each([
  ['/promo', 'Главная', 'Добавить контакт'],
  ['/promo/', 'Главная', 'Добавить контакт'],
  ['/promo/contacts/add', 'Телефоны', 'Добавить контакт'],
  ['/promo/orders/add/basa', 'Заявки', 'Оформить заявку'],
  ['/promo/request/7', 'Заявки', 'Оформить заявку'],
  ['/promo/outbox', undefined, 'Добавить контакт'],
])('%s belongs to the tab %s, whose «+» is «%s»', (pathname, tab, addition) => {
  expect(activeTab(pathname, tabsOf({ work_promoter: true }, pathname))?.label).toBe(tab);
  expect(additionOf(pathname).label).toBe(addition);
});

test('the nearest address is the active one', () => {
  expect(activeAddress('/promo/moderation/stats', ALL)).toBe('/promo/moderation');
  expect(activeAddress('/promo/contacts/add/', ALL)).toBe('/promo/contacts');
  expect(activeAddress('/users-archive', ALL)).toBeUndefined();
});
