import { describe, expect, test } from 'vitest';
import { type SaidOf, saidOf } from '#tests/support/said-of.ts';

describe.each<SaidOf>([
  [
    'string',
    'equal',
    'a',
    [
      ['a', 'true'],
      ['A', 'false'],
      ['', 'false'],
      [null, 'false'],
      [['a'], 'factOfOtherType'],
      [{}, 'factOfOtherType'],
    ],
  ],
  [
    'string',
    'equal',
    '5',
    [
      [5, 'true'],
      ['5.0', 'false'],
    ],
  ],
  [
    'string',
    'notEqual',
    'a',
    [
      ['a', 'false'],
      ['b', 'true'],
      [null, 'true'],
      [['b'], 'factOfOtherType'],
    ],
  ],
  [
    'string',
    'contains',
    'б',
    [
      ['абв', 'true'],
      ['аБв', 'false'],
      [null, 'false'],
    ],
  ],
  [
    'string',
    'startsWith',
    'a.',
    [
      ['a.b', 'true'],
      ['ab', 'false'],
      [null, 'false'],
    ],
  ],
  [
    'string',
    'regexp',
    '^a+b',
    [
      ['aab!', 'true'],
      ['xab', 'false'],
      ['AAB', 'false'],
      [null, 'false'],
    ],
  ],
  [
    'string',
    'regexp',
    'b$|(?i)я',
    [
      ['ab', 'true'],
      ['Я', 'true'],
      ['bc', 'false'],
    ],
  ],
  [
    'string',
    'regexp',
    '(',
    [
      ['(', 'badPattern'],
      [null, 'badPattern'],
    ],
  ],
  ['string', 'regexp', '(?<=a)b', [['ab', 'badPattern']]],
  ['string', 'regexp', 'a'.repeat(1001), [['a', 'patternTooLong']]],
  ['string', 'equal', ['a', 'b'], [['a', 'tooManyValues']]],
  ['string', 'equal', ['a'], [['a', 'true']]],
  ['string', 'greater', 'a', [['b', 'unknownMethod']]],
  [
    'string',
    'isNull',
    null,
    [
      [null, 'true'],
      ['', 'false'],
    ],
  ],
  ['constructor', 'name', '5', [[5, 'unknownMethod']]],
  ['string', 'constructor', '5', [[5, 'unknownMethod']]],
])('%s %s %j', (type, method, value, table) => {
  test.each(table)('of %j: %s', (fact, expected) => {
    expect(saidOf(type, method, value, fact)).toBe(expected);
  });
});

test('a pattern is not searched for in a text that would take too long', () => {
  expect(saidOf('string', 'regexp', '(.{0,30}){33}', 'a'.repeat(10_000))).toBe('factTooLong');
  expect(saidOf('string', 'regexp', '^[a-z]+@example[.]com$', 'user@example.com')).toBe('true');
});
