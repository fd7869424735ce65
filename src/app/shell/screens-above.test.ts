import { expect, test } from 'vitest';
import { screensAbove } from './screens-above.ts';

test.each([
  ['/dashboard', []],
  ['/promo', []],
  ['/promo/moderation', []],
  ['/promo/moderation/stats', ['Управление']],
  ['/promo/moderation/report/54', ['Управление', 'Отчеты']],
  ['/promo/moderation/request/7/', ['Управление', 'Отчеты']],
  ['/promo/contacts', []],
  ['/promo/contacts/edit/7', ['Телефоны']],
  ['/promo/orders/add/basa', ['Заявки', 'Оформить заявку']],
  ['/promo/request/7', ['Заявки']],
  ['/users', []],
  ['/warehouse/enter/2', []],
  ['/warehouse/loss', []],
  ['/warehouse/enter/edit/5', ['Оприходования']],
  ['/warehouse/loss/edit/5', ['Списания']],
  ['/nowhere', []],
])('above %s stand %j', (pathname, titles) => {
  expect(screensAbove(pathname).map(({ title }) => title)).toEqual(titles);
});

test('each of them can be gone to', () => {
  const addresses = screensAbove('/warehouse/enter/edit/5').concat(
    screensAbove('/promo/moderation/report/5'),
  );
  expect(addresses.map(({ to }) => to)).toEqual([
    '/warehouse/enter',
    '/promo/moderation',
    '/promo/moderation/reports',
  ]);
});
