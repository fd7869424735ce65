import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits, toUnits } from './decimal.ts';

describe('toUnits', () => {
  it.each<[number | string, number, number]>([
    ['1,5', 3, 1500],
    ['1.5', 3, 1500],
    ['0', 2, 0],
    ['0,01', 2, 1],
    ['7', 0, 7],
    ['7,0', 0, 7],
    ['7,', 2, 700],
    ['1,5000', 1, 15],
    ['007,50', 2, 750],
    [' 12\u00a0345,60 ', 2, 1_234_560],
    ['999999999999', 3, 999_999_999_999_000],
    ['999999999999,999', 3, 999_999_999_999_999],
    [0.1, 2, 10],
    [1500.5, 2, 150_050],
  ])('reads %j with %d places as %d', (text, places, units) => {
    expect(toUnits(text, places)).toBe(units);
  });

  it.each<[number | string, number]>([
    ['', 2],
    [' ', 2],
    [',5', 2],
    ['.', 2],
    ['-1', 2],
    ['+1', 2],
    ['1,234', 2],
    ['1,5', 0],
    ['1,2,3', 2],
    ['1.000,5', 2],
    ['1e3', 2],
    ['0x10', 2],
    ['10 %', 2],
    ['нет', 2],
    ['١', 2],
    ['1000000000000', 2],
    [0.1 + 0.2, 2],
    [1e21, 2],
    [1e-7, 7],
    [-0.5, 1],
    [Number.NaN, 2],
    [Number.POSITIVE_INFINITY, 2],
  ])('guesses nothing of %j with %d places', (text, places) => {
    expect(toUnits(text, places)).toBeUndefined();
  });
});

describe('fromUnits', () => {
  it.each([
    [1500, 3, '1,5'],
    [1, 3, '0,001'],
    [0, 3, '0'],
    [1000, 3, '1'],
    [10, 2, '0,1'],
    [7, 0, '7'],
    [999_999_999_999_999, 3, '999999999999,999'],
  ])('writes %d with %d places as «%s»', (units, places, text) => {
    expect(fromUnits(units, places)).toBe(text);
  });
});

it('what is written is read as the same, with a comma or a dot, and with zeros after them', () => {
  const units = fc.integer({ min: 0, max: 99_999_999_999_999 });
  fc.assert(
    fc.property(units, fc.constantFrom(2, 3), fc.nat(3), (given, places, zeros) => {
      const text = fromUnits(given, places);
      const padded = text.includes(',') ? text + '0'.repeat(zeros) : text;
      expect([text, padded, text.replace(',', '.')].map(each => toUnits(each, places))).toEqual(
        Array(3).fill(given),
      );
    }),
  );
});
