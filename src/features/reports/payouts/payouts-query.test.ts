import { expect, test } from 'vitest';
import { changedAddress } from '#ui/table/list-address.ts';
import { type PayoutsQuery, readQuery } from './payouts-query.ts';
import { texts } from './texts.ts';

const after = (address: string, next: Partial<PayoutsQuery>) =>
  changedAddress(readQuery, new URLSearchParams(address), next, 'promoter').toString();

test('who was paid is sorted by what was paid, unless the moderator has chosen another order', () => {
  expect(readQuery(new URLSearchParams('state=paid')).sort).toEqual({ id: 'paid', desc: true });
  expect(after('', { state: 'paid' })).toBe('state=paid');
  expect(after('state=paid', { state: 'owed' })).toBe('');
  expect(after('sort=name', { state: 'paid' })).toBe('state=paid&sort=name');
  expect(after('state=paid', { sort: { id: 'owed', desc: true } })).toBe('state=paid&sort=-owed');
  expect(readQuery(new URLSearchParams('state=paid&sort=-owed')).sort).toEqual({ id: 'owed', desc: true });
});

test('another list begins at its first page, another panel stays where it is', () => {
  expect(after('page=3', { state: 'all' })).toBe('state=all');
  expect(after('page=3&sort=name', { promoter: 7 })).toBe('sort=name&promoter=7&page=3');
});

test('a number that stands for several reports says how many there are', () => {
  expect([1, 2, 3].map(all => texts.reportNumber(64, all))).toEqual(['№64', '№64 и еще 1', '№64 и еще 2']);
});
