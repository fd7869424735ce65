import { describe, expect, test } from 'vitest';
import { type SaidOf, saidOf } from '#tests/support/said-of.ts';

const MORNING = '2026-11-20 09:00:00';
const NOON = '2026-11-20 12:00:00';

describe.each<SaidOf>([
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
])('%s %s %j', (type, method, value, table) => {
  test.each(table)('of %j: %s', (fact, expected) => {
    expect(saidOf(type, method, value, fact)).toBe(expected);
  });
});
