import { expect, it } from 'vitest';
import { formatNumber } from './format-number.ts';

it.each([
  [0, '0'],
  [1500, '1\u00a0500'],
  [1234567.891, '1\u00a0234\u00a0567,89'],
  [0.5, '0,5'],
  [-12.345, '-12,35'],
])('%d reads %s', (value, expected) => {
  expect(formatNumber(value)).toBe(expected);
});

it('rounds to as many decimals as it is told', () => {
  expect(formatNumber(1.234567, 5)).toBe('1,23457');
  expect(formatNumber(1.5, 0)).toBe('2');
});
