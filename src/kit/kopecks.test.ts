import { describe, expect, it } from 'vitest';
import { formatKopecks } from './kopecks.ts';
import { formatMoney } from './money.ts';

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
