import { expect, test } from 'vitest';
import type { Fact } from '../facts.ts';
import type { CompareValue } from '../policy.ts';
import { makeComparison } from './compare.ts';

/** The answer of a comparison for a fact, or the name of what is wrong with either. */
function resultOf(type: string, method: string, value: CompareValue, fact: Fact): string {
  const comparison = makeComparison(type, method, value);
  if ('defect' in comparison) return comparison.defect;
  const { answer, reason } = comparison.compare(fact);
  return reason ?? answer;
}

/** Comparison type, method, value, and the facts by their answer. */
type Row = [string, string, CompareValue, Record<string, Fact[]>];

const TEXTS: Row[] = [
  ['string', 'equal', 'a', { true: ['a'], false: ['A', '', null], factOfOtherType: [['a'], {}] }],
  ['string', 'equal', '5', { true: [5], false: ['5.0'] }],
  ['string', 'notEqual', 'a', { true: ['b', null], false: ['a'], factOfOtherType: [['b']] }],
  ['string', 'contains', 'б', { true: ['абв'], false: ['аБв', null] }],
  ['string', 'startsWith', 'a.', { true: ['a.b'], false: ['ab', null] }],
  ['string', 'regexp', '^a+b', { true: ['aab!'], false: ['xab', 'AAB', null] }],
  ['string', 'regexp', 'b$|(?i)я', { true: ['ab', 'Я'], false: ['bc'] }],
  ['string', 'regexp', '(', { badPattern: ['(', null] }],
  ['string', 'regexp', '(?<=a)b', { badPattern: ['ab'] }],
  ['string', 'regexp', 'a'.repeat(1001), { patternTooLong: ['a'] }],
  ['string', 'regexp', '^[a-z]+@example[.]com$', { true: ['user@example.com'] }],
  ['string', 'equal', ['a', 'b'], { tooManyValues: ['a'] }],
  ['string', 'equal', ['a'], { true: ['a'] }],
  ['string', 'greater', 'a', { unknownMethod: ['b'] }],
  ['string', 'isNull', null, { true: [null], false: [''] }],
  ['constructor', 'name', '5', { unknownMethod: [5] }],
  ['string', 'constructor', '5', { unknownMethod: [5] }],
];

const NUMBERS: Row[] = [
  ['number', 'equal', '1500.5', { true: [1500.5, '1500.50'], false: [1500, null] }],
  ['number', 'equal', '1500.5', { factOfOtherType: [true, '1 500,5', [1500.5], Number.NaN, ''] }],
  ['number', 'notEqual', 5, { true: [6, null], false: [5], factOfOtherType: ['x'] }],
  ['number', 'greater', ' 10 ', { true: [10.01], false: [10, '9', null] }],
  ['number', 'greaterOrEqual', '10', { true: [10], false: [9.99, null] }],
  ['number', 'less', '-3', { true: [-4], false: [-3, null] }],
  ['number', 'lessOrEqual', '0', { true: [0, -0], false: [1, null] }],
  ['number', 'between', ['1', '3'], { true: [1, 3, 2], false: [0, 3.1, null] }],
  ['number', 'between', ['3', '1'], { false: [2, 3] }],
  ['number', 'between', ['1', '2', '3'], { tooManyValues: [2] }],
  ['number', 'equal', '1 500,50', { notANumber: [1500.5] }],
  ['number', 'less', '1e3', { notANumber: [5] }],
  ['number', 'less', true, { notANumber: [5] }],
  ['number', 'less', '9'.repeat(400), { notANumber: [5] }],
  ['number', 'contains', '5', { unknownMethod: [5] }],
];

const MORNING = '2026-11-20 09:00:00';
const NOON = '2026-11-20 12:00:00';
const EVENING = '2026-11-20 23:59:59';
const MIDNIGHT = '2026-11-21 00:00:00';

const DATES: Row[] = [
  ['datetime', 'before', '2026-11-20', { true: ['2026-11-19 23:59:59', '2026-11-19'] }],
  ['datetime', 'before', '2026-11-20', { false: ['2026-11-20 00:00:00', null] }],
  ['datetime', 'before', '2026-11-20', { factOfOtherType: ['12:00', 5, '2026-02-30 00:00:00', [NOON], {}] }],
  ['datetime', 'after', '2026-11-20', { true: [MIDNIGHT], false: [EVENING, null] }],
  ['datetime', 'after', '2026-11-20 12:00', { true: ['2026-11-20 12:00:01'], false: [NOON] }],
  ['datetime', 'before', '2026-11-20T12:00:30', { true: [NOON], false: ['2026-11-20 12:00:30'] }],
  ['datetime', 'between', ['2026-11-20', '2026-11-20'], { true: ['2026-11-20 00:00:00', EVENING] }],
  ['datetime', 'between', ['2026-11-20', '2026-11-20'], { false: [MIDNIGHT, null] }],
  ['datetime', 'between', ['2026-11-21', '2026-11-20'], { false: [NOON, MIDNIGHT] }],
  ['datetime', 'before', '12:00', { true: [MORNING], false: [NOON, null] }],
  ['datetime', 'after', '12:00', { true: ['1999-01-01 12:00:01'], false: [NOON] }],
  ['datetime', 'between', ['09:00', '12:00'], { true: [MORNING, NOON] }],
  ['datetime', 'between', ['09:00', '12:00'], { false: ['2026-11-20 12:00:01', '2026-11-20 08:59:59'] }],
  ['datetime', 'between', ['22:00', '06:00'], { true: ['2026-11-20 22:00:00', '2026-11-21 06:00:00'] }],
  [
    'datetime',
    'between',
    ['22:00', '06:00'],
    { true: [MIDNIGHT], false: ['2026-11-21 06:00:01', NOON, null] },
  ],
  ['datetime', 'between', ['09:00', '2026-11-20'], { datesAndTimes: [NOON] }],
  ['datetime', 'between', ['09:00', '10:00', '11:00'], { tooManyValues: [NOON] }],
  ['datetime', 'before', '2024-02-29', { false: [NOON] }],
  ...['2026-02-29', '20.11.2026', '24:00', '2026-11-20 25:00', '2026-13-01'].map(
    (value): Row => ['datetime', 'before', value, { notADate: [NOON] }],
  ),
  ['datetime', 'equal', '2026-11-20', { unknownMethod: [NOON] }],
];

const LISTS: Row[] = [
  ['list', 'equal', 'a', { true: ['a', ['b', 'a']], false: ['b', [], null], factOfOtherType: [{}] }],
  ['list', 'equal', '1', { true: [1, [1, 2]] }],
  ['list', 'notEqual', 'a', { true: ['b', [], null], false: ['a', ['b', 'a']], factOfOtherType: [{}] }],
  ['list', 'in', ['a', 'b'], { true: ['a', ['c', 'b']], false: ['c', [], null] }],
  ['list', 'in', 'a', { true: ['a'] }],
  ['list', 'notIn', ['a', 'b'], { true: ['c', [], null], false: ['a', ['c', 'b']] }],
  ['list', 'equal', ['a', 'b'], { tooManyValues: ['a'] }],
  ['list', 'contains', 'a', { unknownMethod: ['a'] }],
];

const OTHERS: Row[] = [
  ['bool', 'isTrue', null, { true: [true, 1, '1', 'true'], false: [false, 0, null] }],
  ['bool', 'isTrue', null, { factOfOtherType: [2, '', [true]] }],
  ['bool', 'isFalse', null, { true: [false, '0'], false: [true, null], factOfOtherType: ['no'] }],
  ['bool', 'equal', 'true', { unknownMethod: [true] }],
  ['object', 'isNull', null, { true: [null], false: [{}, 'a'] }],
  ['object', 'isNotNull', null, { true: [{}, 0], false: [null] }],
  ['object', 'same', null, { true: [{ id: 1 }], false: [null] }],
  ['object', 'equal', 'a', { unknownMethod: [{}] }],
  ['money', 'equal', '5', { unknownMethod: [5] }],
];

const CASES = [TEXTS, NUMBERS, DATES, LISTS, OTHERS]
  .flat()
  .flatMap(([type, method, value, said]) =>
    Object.entries(said).flatMap(([expected, facts]) =>
      facts.map(fact => ({ type, method, value, fact, expected })),
    ),
  );

test.each(CASES)('$type $method $value of $fact: $expected', ({ type, method, value, fact, expected }) => {
  expect(resultOf(type, method, value, fact)).toBe(expected);
});

test('a pattern is not searched for in a text that would take too long', () => {
  expect(resultOf('string', 'regexp', '(.{0,30}){33}', 'a'.repeat(10_000))).toBe('factTooLong');
});
