import { expect, it } from 'vitest';
import { missingPermissions, satisfies } from './permissions.ts';

const moderator = { edit_promoters: true, work_promoter: true, edit_users: false };

it('opens a screen without requirement to anybody signed in', () => {
  expect(satisfies({}, undefined)).toBe(true);
});

it('checks one permission, any of a list, all of a list', () => {
  expect(satisfies(moderator, 'edit_promoters')).toBe(true);
  expect(satisfies(moderator, 'edit_users')).toBe(false);
  expect(satisfies(moderator, { or: ['edit_users', 'work_promoter'] })).toBe(true);
  expect(satisfies(moderator, { and: ['edit_users', 'work_promoter'] })).toBe(false);
});

it('is not fooled by inherited names', () => {
  expect(satisfies(JSON.parse('{}'), 'constructor' as 'edit_users')).toBe(false);
});

it('names what is missing', () => {
  expect(missingPermissions(moderator, { and: ['edit_users', 'work_promoter'] })).toEqual(['edit_users']);
  expect(missingPermissions(moderator, 'work_promoter')).toEqual([]);
});
