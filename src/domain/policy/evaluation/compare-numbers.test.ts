import { describe, expect, test } from 'vitest';
import { type SaidOf, saidOf } from '#tests/support/said-of.ts';

describe.each<SaidOf>([
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
])('%s %s %j', (type, method, value, table) => {
  test.each(table)('of %j: %s', (fact, expected) => {
    expect(saidOf(type, method, value, fact)).toBe(expected);
  });
});
