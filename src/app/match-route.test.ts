import { expect, test } from 'vitest';
import type { Requirement } from '#contract/guard.ts';
import { type Guarded, matchingRows, nearestRequirement, screenPath } from './match-route.ts';

const either: Requirement = { or: ['work_promoter', 'edit_promoters'] };
const both: Requirement = { and: ['edit_promoters', 'edit_users'] };

const rows: Guarded[] = [
  { path: '/promo/moderation/report/:id', needs: both },
  { path: '/promo' },
  { path: '/promo/moderation', needs: 'edit_promoters' },
  { path: '/promo/moderation/stats' },
  { path: '/promo/request/:codeNumber', needs: either },
  { path: '/users', needs: 'edit_users' },
];

test.each<[what: string, pathname: string, needs: Requirement | undefined]>([
  ['the nearest route above, where a route has none', '/promo/moderation/stats', 'edit_promoters'],
  ['the nearest route, not those further out', '/promo/moderation/report/5', both],
  ['the route itself, lists included', '/promo/request/10-1', either],
  ['the route itself', '/users', 'edit_users'],
  ['none where none is declared on the way', '/promo', undefined],
  ['the same with a trailing slash', '/users/', 'edit_users'],
  ['the same with a trailing slash further down', '/promo/moderation/stats/', 'edit_promoters'],
  ['its own for a longer word', '/users-archive', undefined],
])('a route takes the requirement of %s: %s', (_what, pathname, needs) => {
  expect(nearestRequirement(matchingRows(rows, pathname))).toBe(needs);
});

test('the pages of a list are one place, another list and a document are others', () => {
  const receipts = screenPath('/warehouse/enter/1');
  expect(['', '/', '/2', '/2/', '/abc'].map(page => screenPath(`/warehouse/enter${page}`))).toEqual(
    Array(5).fill(receipts),
  );
  const others = ['/warehouse/loss/1', '/warehouse/enter/edit/1', '/warehouse/move'].map(screenPath);
  expect(new Set([receipts, ...others]).size).toBe(4);
});

test('any other address is a place of its own', () => {
  expect(screenPath('/promo/contacts/edit/7')).toBe('/promo/contacts/edit/7');
});
