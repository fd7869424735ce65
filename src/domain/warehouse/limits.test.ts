import { expect, it } from 'vitest';
import { COUNT, PERCENT, PRICE, parseWithin, VAT } from './limits.ts';

it.each([
  ['a count', COUNT, { '0,001': 1, '99999999999,999': 99_999_999_999_999 }, ['0', '0,0001', '100000000000']],
  ['a price', PRICE, { 0: 0, '9999999999,99': 999_999_999_999 }, ['0,001', '10000000000']],
  ['a percentage', PERCENT, { 0: 0, '10,00': 1000 }, ['10,01', '-1']],
  ['VAT', VAT, { 0: 0, 100: 10_000 }, ['100,01', '']],
])('%s may be within %j: %j, and not %j', (_what, limit, inside, outside) => {
  const texts = Object.keys(inside);
  expect(Object.fromEntries(texts.map(text => [text, parseWithin(limit, text)]))).toEqual(inside);
  expect(outside.filter(text => parseWithin(limit, text) !== undefined)).toEqual([]);
});
