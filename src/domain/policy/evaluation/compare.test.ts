import { describe, expect, test } from 'vitest';
import type { Fact } from '../facts.ts';
import type { CompareValue } from '../policy.ts';
import { makeTest } from './compare.ts';

/** What a comparison says of a fact, or the name of its defect. */
function said(type: string, method: string, value: CompareValue, fact: Fact): string {
  const test = makeTest(type, method, value);
  if ('defect' in test) return test.defect;
  const { answer, reason } = test.ask(fact);
  return reason ?? answer;
}

const MORNING = '2026-11-20 09:00:00';
const NOON = '2026-11-20 12:00:00';

describe.each([
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
    'number',
    'equal',
    '1500.5',
    [
      [1500.5, 'true'],
      ['1500.50', 'true'],
      [1500, 'false'],
      [null, 'false'],
      [true, 'factOfOtherType'],
      ['1 500,5', 'factOfOtherType'],
      [[1500.5], 'factOfOtherType'],
      [Number.NaN, 'factOfOtherType'],
      ['', 'factOfOtherType'],
    ],
  ],
  [
    'number',
    'notEqual',
    5,
    [
      [5, 'false'],
      [6, 'true'],
      [null, 'true'],
      ['x', 'factOfOtherType'],
    ],
  ],
  [
    'number',
    'greater',
    ' 10 ',
    [
      [10, 'false'],
      [10.01, 'true'],
      ['9', 'false'],
      [null, 'false'],
    ],
  ],
  [
    'number',
    'greaterOrEqual',
    '10',
    [
      [10, 'true'],
      [9.99, 'false'],
      [null, 'false'],
    ],
  ],
  [
    'number',
    'less',
    '-3',
    [
      [-4, 'true'],
      [-3, 'false'],
      [null, 'false'],
    ],
  ],
  [
    'number',
    'lessOrEqual',
    '0',
    [
      [0, 'true'],
      [-0, 'true'],
      [1, 'false'],
      [null, 'false'],
    ],
  ],
  [
    'number',
    'between',
    ['1', '3'],
    [
      [1, 'true'],
      [3, 'true'],
      [2, 'true'],
      [0, 'false'],
      [3.1, 'false'],
      [null, 'false'],
    ],
  ],
  [
    'number',
    'between',
    ['3', '1'],
    [
      [2, 'false'],
      [3, 'false'],
    ],
  ],
  ['number', 'between', ['1', '2', '3'], [[2, 'tooManyValues']]],
  ['number', 'equal', '1 500,50', [[1500.5, 'notANumber']]],
  ['number', 'less', '1e3', [[5, 'notANumber']]],
  ['number', 'less', true, [[5, 'notANumber']]],
  ['number', 'less', '9'.repeat(400), [[5, 'notANumber']]],
  ['number', 'contains', '5', [[5, 'unknownMethod']]],
  [
    'datetime',
    'before',
    '2026-11-20',
    [
      ['2026-11-19 23:59:59', 'true'],
      ['2026-11-20 00:00:00', 'false'],
      ['2026-11-19', 'true'],
      [null, 'false'],
    ],
  ],
  [
    'datetime',
    'after',
    '2026-11-20',
    [
      ['2026-11-20 23:59:59', 'false'],
      ['2026-11-21 00:00:00', 'true'],
      [null, 'false'],
    ],
  ],
  [
    'datetime',
    'after',
    '2026-11-20 12:00',
    [
      [NOON, 'false'],
      ['2026-11-20 12:00:01', 'true'],
    ],
  ],
  [
    'datetime',
    'before',
    '2026-11-20T12:00:30',
    [
      [NOON, 'true'],
      ['2026-11-20 12:00:30', 'false'],
    ],
  ],
  [
    'datetime',
    'between',
    ['2026-11-20', '2026-11-20'],
    [
      ['2026-11-20 00:00:00', 'true'],
      ['2026-11-20 23:59:59', 'true'],
      ['2026-11-21 00:00:00', 'false'],
      [null, 'false'],
    ],
  ],
  [
    'datetime',
    'between',
    ['2026-11-21', '2026-11-20'],
    [
      [NOON, 'false'],
      ['2026-11-21 00:00:00', 'false'],
    ],
  ],
  [
    'datetime',
    'before',
    '12:00',
    [
      [MORNING, 'true'],
      [NOON, 'false'],
      [null, 'false'],
    ],
  ],
  [
    'datetime',
    'after',
    '12:00',
    [
      [NOON, 'false'],
      ['1999-01-01 12:00:01', 'true'],
    ],
  ],
  [
    'datetime',
    'between',
    ['09:00', '12:00'],
    [
      [MORNING, 'true'],
      [NOON, 'true'],
      ['2026-11-20 12:00:01', 'false'],
      ['2026-11-20 08:59:59', 'false'],
    ],
  ],
  [
    'datetime',
    'between',
    ['22:00', '06:00'],
    [
      ['2026-11-20 22:00:00', 'true'],
      ['2026-11-21 00:00:00', 'true'],
      ['2026-11-21 06:00:00', 'true'],
      ['2026-11-21 06:00:01', 'false'],
      [NOON, 'false'],
      [null, 'false'],
    ],
  ],
  ['datetime', 'between', ['09:00', '2026-11-20'], [[NOON, 'datesAndTimes']]],
  ['datetime', 'between', ['09:00', '10:00', '11:00'], [[NOON, 'tooManyValues']]],
  ['datetime', 'before', '2026-02-29', [[NOON, 'notADate']]],
  ['datetime', 'before', '2024-02-29', [[NOON, 'false']]],
  ['datetime', 'before', '20.11.2026', [[NOON, 'notADate']]],
  ['datetime', 'before', '24:00', [[NOON, 'notADate']]],
  ['datetime', 'before', '2026-11-20 25:00', [[NOON, 'notADate']]],
  ['datetime', 'before', '2026-13-01', [[NOON, 'notADate']]],
  [
    'datetime',
    'before',
    '2026-11-20',
    [
      ['12:00', 'factOfOtherType'],
      [5, 'factOfOtherType'],
      ['2026-02-30 00:00:00', 'factOfOtherType'],
      [[NOON], 'factOfOtherType'],
      [{}, 'factOfOtherType'],
    ],
  ],
  ['datetime', 'equal', '2026-11-20', [[NOON, 'unknownMethod']]],
  [
    'list',
    'equal',
    'a',
    [
      ['a', 'true'],
      ['b', 'false'],
      [['b', 'a'], 'true'],
      [[], 'false'],
      [null, 'false'],
      [{}, 'factOfOtherType'],
    ],
  ],
  [
    'list',
    'equal',
    '1',
    [
      [1, 'true'],
      [[1, 2], 'true'],
    ],
  ],
  [
    'list',
    'notEqual',
    'a',
    [
      ['a', 'false'],
      [['b', 'a'], 'false'],
      ['b', 'true'],
      [[], 'true'],
      [null, 'true'],
      [{}, 'factOfOtherType'],
    ],
  ],
  [
    'list',
    'in',
    ['a', 'b'],
    [
      ['a', 'true'],
      [['c', 'b'], 'true'],
      ['c', 'false'],
      [[], 'false'],
      [null, 'false'],
    ],
  ],
  ['list', 'in', 'a', [['a', 'true']]],
  [
    'list',
    'notIn',
    ['a', 'b'],
    [
      ['a', 'false'],
      [['c', 'b'], 'false'],
      ['c', 'true'],
      [[], 'true'],
      [null, 'true'],
    ],
  ],
  ['list', 'equal', ['a', 'b'], [['a', 'tooManyValues']]],
  ['list', 'contains', 'a', [['a', 'unknownMethod']]],
  [
    'bool',
    'isTrue',
    null,
    [
      [true, 'true'],
      [1, 'true'],
      ['1', 'true'],
      ['true', 'true'],
      [false, 'false'],
      [0, 'false'],
      [null, 'false'],
      [2, 'factOfOtherType'],
      ['', 'factOfOtherType'],
      [[true], 'factOfOtherType'],
    ],
  ],
  [
    'bool',
    'isFalse',
    null,
    [
      [false, 'true'],
      ['0', 'true'],
      [true, 'false'],
      [null, 'false'],
      ['no', 'factOfOtherType'],
    ],
  ],
  ['bool', 'equal', 'true', [[true, 'unknownMethod']]],
  [
    'object',
    'isNull',
    null,
    [
      [null, 'true'],
      [{}, 'false'],
      ['a', 'false'],
    ],
  ],
  [
    'object',
    'isNotNull',
    null,
    [
      [null, 'false'],
      [{}, 'true'],
      [0, 'true'],
    ],
  ],
  [
    'object',
    'same',
    null,
    [
      [{ id: 1 }, 'true'],
      [null, 'false'],
    ],
  ],
  ['object', 'equal', 'a', [[{}, 'unknownMethod']]],
  [
    'string',
    'isNull',
    null,
    [
      [null, 'true'],
      ['', 'false'],
    ],
  ],
  ['money', 'equal', '5', [[5, 'unknownMethod']]],
  ['constructor', 'name', '5', [[5, 'unknownMethod']]],
  ['string', 'constructor', '5', [[5, 'unknownMethod']]],
] satisfies [string, string, CompareValue, [Fact, string][]][])('%s %s %j', (type, method, value, table) => {
  test.each(table)('of %j: %s', (fact, expected) => {
    expect(said(type, method, value, fact)).toBe(expected);
  });
});

test('a pattern is not searched for in a text that would take too long', () => {
  expect(said('string', 'regexp', '(.{0,30}){33}', 'a'.repeat(10_000))).toBe('factTooLong');
  expect(said('string', 'regexp', '^[a-z]+@example[.]com$', 'user@example.com')).toBe('true');
});
