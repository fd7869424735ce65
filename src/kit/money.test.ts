import { describe, expect, it } from 'vitest';
import { formatKopecks } from './format-kopecks.ts';
import { formatAmount, formatMoney, percentOf, toKopecks } from './money.ts';

it.each([
  ['1500.00', 150_000],
  [1500.5, 150_050],
  ['1500,5', 150_050],
  ['12\u00a0345,60', 1_234_560],
  [' 12 ', 1_200],
  ['-0.05', -5],
  [0.1 + 0.2, 30],
  [1234.999, 123_500],
  [0.285, 29],
  ['', 0],
  [null, 0],
  [undefined, 0],
  ['нет', 0],
  [Number.NaN, 0],
])('toKopecks reads %s as %d', (roubles, kopecks) => {
  expect(toKopecks(roubles)).toBe(kopecks);
});

it('takes 30 percent with half a kopeck rounded up', () => {
  expect(percentOf(10_000, 30)).toBe(3_000);
  expect(percentOf(5, 30)).toBe(2);
  expect(percentOf(1, 30)).toBe(0);
});

it.each([
  ['', 2, '0'],
  ['0', 2, '0'],
  [0, 0, '0'],
  ['0.00', 2, '0'],
  [null, 2, '0'],
  [undefined, 0, '0'],
  [999, 0, '999'],
  [1000, 0, '1\u00a0000'],
  [12_345.6, 2, '12\u00a0345,60'],
  ['1234567.89', 2, '1\u00a0234\u00a0567,89'],
  [1500, 2, '1\u00a0500,00'],
  [1500.5, 0, '1\u00a0501'],
  [999.99, 0, '1\u00a0000'],
  [0.15, 1, '0,2'],
  [0.05, 2, '0,05'],
  [1.5, 3, '1,500'],
  [12.345, 3, '12,345'],
  ['0.0045', 3, '0,005'],
  [1.005, 2, '1,01'],
  [-1234.5, 1, '-1\u00a0234,5'],
  [-0.3, 0, '0'],
])('formatAmount: %s with %d decimals is «%s»', (roubles, decimals, text) => {
  expect(formatAmount(roubles, decimals)).toBe(text);
});

it.each([
  ['', '0\u00a0руб.'],
  ['0', '0\u00a0руб.'],
  [null, '0\u00a0руб.'],
  [undefined, '0\u00a0руб.'],
  [7, '7\u00a0руб.'],
  ['1500.00', '1\u00a0500\u00a0руб.'],
  ['1500.50', '1\u00a0500,50\u00a0руб.'],
  [1500.05, '1\u00a0500,05\u00a0руб.'],
  [12_345_678, '12\u00a0345\u00a0678\u00a0руб.'],
  [-250, '-250\u00a0руб.'],
  ['0.30', '0,30\u00a0руб.'],
])('formatMoney: %s is «%s»', (roubles, text) => {
  expect(formatMoney(roubles)).toBe(text);
});

describe('formatKopecks', () => {
  it.each([
    [0n, '0\u00a0руб.'],
    [5n, '0,05\u00a0руб.'],
    [50n, '0,50\u00a0руб.'],
    [123_456_789n, '1\u00a0234\u00a0567,89\u00a0руб.'],
    [150_000n, '1\u00a0500\u00a0руб.'],
    [-5n, '-0,05\u00a0руб.'],
    [
      109_999_999_999_888_900_000_001n,
      '1\u00a0099\u00a0999\u00a0999\u00a0998\u00a0889\u00a0000\u00a0000,01\u00a0руб.',
    ],
  ])('%s is «%s»', (kopecks, text) => {
    expect(formatKopecks(kopecks)).toBe(text);
  });

  it('writes as formatMoney does what a number holds', () => {
    for (const kopecks of [0, 1, 99, 100, 101, 123_456, 99_999_999, -250]) {
      expect(formatKopecks(BigInt(kopecks))).toBe(formatMoney(kopecks / 100));
    }
  });
});
