import { expect, it } from 'vitest';
import { plural } from './plural.ts';

it.each([
  ['час', [1, 21, 101, 1_000_001]],
  ['часа', [2, 4, 22, 1.5, 0.5]],
  ['часов', [0, 5, 11, 12, 14, 20, 100, 111]],
])('%s is said of %j', (form, counts) => {
  expect(counts.map(count => plural(count, 'час', 'часа', 'часов'))).toEqual(counts.map(() => form));
});
