import { expect, test } from 'vitest';
import type { Requirement } from '#domain/permissions.ts';
import { type Guarded, matchingRows, nearestRequirement } from './nearest-requirement.ts';

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

const requirementOf = (pathname: string) => nearestRequirement(matchingRows(rows, pathname));

test('a route without a requirement of its own takes the one of the nearest route above it', () => {
  expect(requirementOf('/promo/moderation/stats')).toBe('edit_promoters');
});

test('the nearest declaration wins over those further out', () => {
  expect(requirementOf('/promo/moderation/report/5')).toBe(both);
});

test('a route that declares one uses it, lists included', () => {
  expect(requirementOf('/promo/request/10-1')).toBe(either);
  expect(requirementOf('/users')).toBe('edit_users');
});

test('no declaration on the way is open to anybody signed in', () => {
  expect(requirementOf('/promo')).toBeUndefined();
});

test('a trailing slash changes nothing, and a longer word is another route', () => {
  expect(requirementOf('/users/')).toBe('edit_users');
  expect(requirementOf('/promo/moderation/stats/')).toBe('edit_promoters');
  expect(requirementOf('/users-archive')).toBeUndefined();
});
