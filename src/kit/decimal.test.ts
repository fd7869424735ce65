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

  it.each([
    [0, ['1,5']],
    [1, [-0.5]],
    [2, ['', ' ', ',5', '.', '-1', '+1', '1,234', '1,2,3', '1.000,5', '1e3', '0x10', '10 %', 'нет', '١']],
    [2, ['1000000000000', 0.1 + 0.2, 1e21, Number.NaN, Number.POSITIVE_INFINITY]],
    [7, [1e-7]],
  ])('guesses nothing with %d places of %j', (places, texts) => {
    expect(texts.filter(text => toUnits(text, places) !== undefined)).toEqual([]);
  });
});

it.each([
  [1500, 3, '1,5'],
  [1, 3, '0,001'],
  [0, 3, '0'],
  [1000, 3, '1'],
  [10, 2, '0,1'],
  [7, 0, '7'],
  [999_999_999_999_999, 3, '999999999999,999'],
])('fromUnits writes %d with %d places as «%s»', (units, places, text) => {
  expect(fromUnits(units, places)).toBe(text);
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
