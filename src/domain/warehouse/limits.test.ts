import { expect, it } from 'vitest';
import { COUNT, PERCENT, PRICE, VAT, within } from './limits.ts';

it.each([
  ['a count', COUNT, '0,001', 1],
  ['a count', COUNT, '99999999999,999', 99_999_999_999_999],
  ['a price', PRICE, '0', 0],
  ['a price', PRICE, '9999999999,99', 999_999_999_999],
  ['a percentage', PERCENT, '0', 0],
  ['a percentage', PERCENT, '10,00', 1000],
  ['VAT', VAT, '0', 0],
  ['VAT', VAT, '100', 10_000],
] as const)('%s may be within %j: «%s»', (_what, limit, text, units) => {
  expect(within(limit, text)).toBe(units);
});

it.each([
  ['a count', COUNT, '0'],
  ['a count', COUNT, '0,0001'],
  ['a count', COUNT, '100000000000'],
  ['a price', PRICE, '0,001'],
  ['a price', PRICE, '10000000000'],
  ['a percentage', PERCENT, '10,01'],
  ['a percentage', PERCENT, '-1'],
  ['VAT', VAT, '100,01'],
  ['VAT', VAT, ''],
] as const)('%s may not be beyond %j: «%s»', (_what, limit, text) => {
  expect(within(limit, text)).toBeUndefined();
});
