import { expect, it } from 'vitest';
import { checkRules, texts } from '#tests/support/rule-table.ts';
import { between, decimal, digits, integer, maxValue, minValue, numeric } from './numbers.ts';
import { max } from './texts.ts';

const HUGE = '9'.repeat(40);

checkRules({
  'between(1, 11)': [
    between(1, 11),
    [1, 11, '1', '11', '5.5', ' 7 ', 10.999, ['1', 11], '1e1', 5n],
    [
      ...texts('0.999 | 11.0001 | пять | 5,5 | 1e999 | 0x5'),
      ...[0, 12, ' ', Number.NaN, HUGE, [1, 12], true, {}],
    ],
  ],
  'between(-1, 1)': [between(-1, 1), [0, '-1', '-0.5', '+1', '.5', '1.'], ['-1.01', '2', '- 1', '--1']],
  'minValue(0)': [
    minValue(0),
    [0, '0', -0, HUGE, '0.0001', [0, 1], ' 5 ', 10n],
    [-1, '-0.1', 'ноль', ' ', Number.NaN, [0, -1], '1e999', Number.POSITIVE_INFINITY, false],
  ],
  'maxValue(10)': [
    maxValue(10),
    [10, '10', '-99999999999999999999', 9.99, [1, 10], '1e-9', -5n],
    [11, '10.01', HUGE, 'десять', ' ', Number.NaN, [1, 11], '-1e999', Number.NEGATIVE_INFINITY, true],
  ],
  'integer()': [
    integer(),
    [0, '-5', '007', HUGE, 12, ['1', 2], 123456789012345678901234567890n],
    ['1.0', 1.5, '+5', ' 5', '5 ', '1e3', 'пять', '-', ['1', 'a'], '٣', ' ', 1e21],
  ],
  'numeric()': [
    numeric(),
    ['0', '007', 42, HUGE, '٠١٢', ['1', '2']],
    ['-1', '1.5', ' 1', '1 000', 'a', '1٢', ['1', '-'], ' ', 1.5, '½'],
  ],
  'digits(3)': [
    digits(3),
    ['123', 123, '000', ['123', '456']],
    ['12', '1234', '12a', ' 123', '-12', '1.2', '٣٣٣', ['123', '1'], ' ', '12\n'],
  ],
  'decimal()': [
    decimal(),
    [...texts('1 | 1.5 | -0.25 | +3.14159265358979 | .5 | 1e5 | 1.5E-7'), ...[1.5, HUGE, ['1', '2.5']]],
    ['1,5', '1.', '.', '-', 'пять', ' ', '1 000', '1.5.5', 'e5', ['1', 'a'], Number.NaN],
  ],
  'decimal(2)': [
    decimal(2),
    ['1', '1.5', '1.55', 0.1, '-1.25', '.99'],
    ['1.555', '1,5', '1.', 0.125, ' ', '1.5a'],
  ],
  'decimal(0)': [decimal(0), ['1', '-1', 5, HUGE], ['1.0', '+1', '-', '1e5', ' ', '.']],
  "decimal(2, ',')": [decimal(2, ','), ['1,5', '-1,25', ',5', '7'], ['1.5', '1,555', '1,', ',', ' ']],
  "decimal('*', '.') reads its separator as a sign, not as a pattern": [
    decimal('*', '.'),
    ['1.5', '12'],
    ['1x5', '1 5', '1,5', '1/5'],
  ],
});

it.each([
  ['a length below nought', () => max(-1)],
  ['half a character', () => max(1.5)],
  ['no number at all', () => minValue(Number.NaN)],
  ['no end of a range', () => between(1, Number.POSITIVE_INFINITY)],
  ['a separator of two characters', () => decimal(2, '..')],
  ['a digit as separator', () => decimal(2, '1')],
  ['half a digit', () => digits(0.5)],
])('says to the developer at once: %s', (_, make) => {
  expect(make).toThrow(/The rule \w+ needs/);
});
