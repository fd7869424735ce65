import { expect, it } from 'vitest';
import { checkRules, EMPTY, texts } from '#tests/support/rule-table.ts';
import { between, decimal, digits, integer, maxValue, minValue, numeric } from './numbers.ts';
import { max } from './texts.ts';

const HUGE = '9'.repeat(40);

checkRules({
  'between(1, 11)': {
    rule: between(1, 11),
    passes: [...EMPTY, 1, 11, '1', '11', '5.5', ' 7 ', 10.999, ['1', 11], '1e1', 5n],
    refuses: [
      ...texts('0.999 | 11.0001 | пять | 5,5 | 1e999 | 0x5'),
      ...[0, 12, ' ', Number.NaN, HUGE, [1, 12], true, {}],
    ],
  },
  'between(-1, 1)': {
    rule: between(-1, 1),
    passes: [...EMPTY, 0, '-1', '-0.5', '+1', '.5', '1.'],
    refuses: ['-1.01', '2', '- 1', '--1'],
  },
  'minValue(0)': {
    rule: minValue(0),
    passes: [...EMPTY, 0, '0', -0, HUGE, '0.0001', [0, 1], ' 5 ', 10n],
    refuses: [-1, '-0.1', 'ноль', ' ', Number.NaN, [0, -1], '1e999', Number.POSITIVE_INFINITY, false],
  },
  'maxValue(10)': {
    rule: maxValue(10),
    passes: [...EMPTY, 10, '10', '-99999999999999999999', 9.99, [1, 10], '1e-9', -5n],
    refuses: [
      11,
      '10.01',
      HUGE,
      'десять',
      ' ',
      Number.NaN,
      [1, 11],
      '-1e999',
      Number.NEGATIVE_INFINITY,
      true,
    ],
  },
  'integer()': {
    rule: integer(),
    passes: [...EMPTY, 0, '-5', '007', HUGE, 12, ['1', 2], 123456789012345678901234567890n],
    refuses: ['1.0', 1.5, '+5', ' 5', '5 ', '1e3', 'пять', '-', ['1', 'a'], '٣', ' ', 1e21],
  },
  'numeric()': {
    rule: numeric(),
    passes: [...EMPTY, '0', '007', 42, HUGE, '٠١٢', ['1', '2']],
    refuses: ['-1', '1.5', ' 1', '1 000', 'a', '1٢', ['1', '-'], ' ', 1.5, '½'],
  },
  'digits(3)': {
    rule: digits(3),
    passes: [...EMPTY, '123', 123, '000', ['123', '456']],
    refuses: ['12', '1234', '12a', ' 123', '-12', '1.2', '٣٣٣', ['123', '1'], ' ', '12\n'],
  },
  'decimal()': {
    rule: decimal(),
    passes: [
      ...texts('1 | 1.5 | -0.25 | +3.14159265358979 | .5 | 1e5 | 1.5E-7'),
      ...[...EMPTY, 1.5, HUGE, ['1', '2.5']],
    ],
    refuses: ['1,5', '1.', '.', '-', 'пять', ' ', '1 000', '1.5.5', 'e5', ['1', 'a'], Number.NaN],
  },
  'decimal(2)': {
    rule: decimal(2),
    passes: [...EMPTY, '1', '1.5', '1.55', 0.1, '-1.25', '.99'],
    refuses: ['1.555', '1,5', '1.', 0.125, ' ', '1.5a'],
  },
  'decimal(0)': {
    rule: decimal(0),
    passes: [...EMPTY, '1', '-1', 5, HUGE],
    refuses: ['1.0', '+1', '-', '1e5', ' ', '.'],
  },
  "decimal(2, ',')": {
    rule: decimal(2, ','),
    passes: [...EMPTY, '1,5', '-1,25', ',5', '7'],
    refuses: ['1.5', '1,555', '1,', ',', ' '],
  },
  "decimal('*', '.') reads its separator as a sign, not as a pattern": {
    rule: decimal('*', '.'),
    passes: [...EMPTY, '1.5', '12'],
    refuses: ['1x5', '1 5', '1,5', '1/5'],
  },
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
