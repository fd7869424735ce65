import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findsPattern, patternDefect } from './pattern.ts';

test.each([
  ...['(a{1000}){1000}', '((a{100}){100}){100}', '(?:a{0,1000}){0,1000}', 'a{1001}', '('.repeat(1000)],
  ...['(?=a)', '(a)\\1', '(?P<x>a)(?P<x>b)', '\\'],
])('%s is refused at once', pattern => {
  expect(patternDefect(pattern)).toBe('badPattern');
  expect(findsPattern(pattern, 'a')).toBeNull();
});

/** What takes long in engines that go back, or grows when it is made ready; each was measured to end in a moment. */
test.each([
  ...['(x+x+)+y', '(a|a)*b', '(.*){1000}', '((.*)(.*)(.*)){300}', '(?:.?){1000}', '(.{0,30}){33}'],
  ...['(a|b)*a(a|b){20}', '(?i)[\\pL\\pN]{1000}', '.*'.repeat(500)],
  `${'('.repeat(499)}a${')'.repeat(499)}`,
])('%s ends in a moment, whatever the text is', { timeout: 4000 }, pattern => {
  expect(patternDefect(pattern)).toBeNull();
  for (const length of [10, 100, 1000, 10_000, 100_000]) findsPattern(pattern, 'x'.repeat(length));
});

test('a search that would be too much work is not made', () => {
  expect(findsPattern('x', 'x'.repeat(1000))).toBe(true);
  expect(findsPattern('(.*){1000}', 'x'.repeat(1000))).toBeNull();
  expect(findsPattern('x', 'x'.repeat(1_000_000))).toBeNull();
});

test('a text without signs of its own finds exactly itself', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'я', ' '), maxLength: 6 });
  fc.assert(
    fc.property(letters, letters, (pattern, text) => {
      expect(findsPattern(pattern, text)).toBe(text.includes(pattern));
    }),
  );
});

test('any pattern is either refused or searched for', () => {
  const pattern = fc.string({ unit: fc.constantFrom(...'ab()[]{}|*+?.^$\\d1,-'), maxLength: 20 });
  fc.assert(
    fc.property(pattern, fc.string(), (each, text) => {
      expect(findsPattern(each, text) === null).toBe(patternDefect(each) !== null);
    }),
  );
});
