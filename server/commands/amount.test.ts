import { expect, test } from 'vitest';
import { readAmount } from './amount.ts';

test.each([
  ['1500', 150_000],
  ['1500.5', 150_050],
  ['1500,50', 150_050],
  ['0', 0],
  ['0.07', 7],
  ['1.15', 115],
  ['9999999999.99', 999_999_999_999],
])('«%s» roubles are %d kopecks', (text, kopecks) => expect(readAmount(text)).toBe(kopecks));

test.each(['', '-1', '+1', '1.', '.5', '1.005', '1 500', '1e3', '0x10', 'NaN', '12345678901', '１'])(
  '«%s» is no amount',
  text => expect(readAmount(text)).toBeUndefined(),
);
