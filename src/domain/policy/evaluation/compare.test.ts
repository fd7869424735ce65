import { describe, expect, test } from 'vitest';
import { type SaidOf, saidOf } from '#tests/support/said-of.ts';

describe.each<SaidOf>([
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
  ['money', 'equal', '5', [[5, 'unknownMethod']]],
])('%s %s %j', (type, method, value, table) => {
  test.each(table)('of %j: %s', (fact, expected) => {
    expect(saidOf(type, method, value, fact)).toBe(expected);
  });
});
