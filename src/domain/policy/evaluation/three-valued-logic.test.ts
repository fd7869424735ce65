import { expect, test } from 'vitest';
import { all, any, not } from './three-valued-logic.ts';
import type { Answer } from './trace.ts';

const ANSWERS: readonly Answer[] = ['true', 'false', 'unknown', 'error'];
const lists = [
  [],
  ...ANSWERS.map(a => [a]),
  ...ANSWERS.flatMap(a => ANSWERS.map(b => [a, b])),
  ...ANSWERS.flatMap(a => ANSWERS.flatMap(b => ANSWERS.map(c => [a, b, c]))),
];

test.each([
  ['true', 'true', 'true', 'true'],
  ['true', 'false', 'false', 'true'],
  ['true', 'unknown', 'unknown', 'true'],
  ['false', 'false', 'false', 'false'],
  ['false', 'unknown', 'false', 'unknown'],
  ['unknown', 'unknown', 'unknown', 'unknown'],
  ['true', 'error', 'error', 'error'],
  ['false', 'error', 'error', 'error'],
  ['unknown', 'error', 'error', 'error'],
  ['error', 'error', 'error', 'error'],
] satisfies [Answer, Answer, Answer, Answer][])('%s with %s: all %s, any %s', (a, b, both, either) => {
  expect([all([a, b]), all([b, a])]).toEqual([both, both]);
  expect([any([a, b]), any([b, a])]).toEqual([either, either]);
});

test('all of nothing is true, any of nothing is false', () => {
  expect([all([]), any([])]).toEqual(['true', 'false']);
});

test('a group in a group of its kind says what they say together', () => {
  for (const [a, ...rest] of lists.filter(list => list.length === 3)) {
    expect(all([a ?? 'true', all(rest)])).toBe(all([a ?? 'true', ...rest]));
    expect(any([a ?? 'true', any(rest)])).toBe(any([a ?? 'true', ...rest]));
  }
});

test('de Morgan: not all is any of the negations, and not any is all of them', () => {
  for (const list of lists) {
    expect(not(all(list))).toBe(any(list.map(not)));
    expect(not(any(list))).toBe(all(list.map(not)));
  }
});
