import { expect, it } from 'vitest';
import { takes } from '#tests/support/rule-table.ts';
import type { Rule } from './rule.ts';
import { creditCard, ip, ipOrFqdn, url } from './rules/addresses.ts';
import { confirmed, excluded, included, is, isNot } from './rules/choices.ts';
import { after, before, dateBetween, dateFormat } from './rules/dates.ts';
import { email } from './rules/email.ts';
import { dimensions, ext, image, mimes, size } from './rules/files.ts';
import { between, decimal, digits, integer, maxValue, minValue, numeric } from './rules/numbers.ts';
import { required, requiredIf } from './rules/required.ts';
import { alpha, alphaDash, alphaNum, alphaSpaces, length, max, min, regex } from './rules/texts.ts';

const file = (name: string, type = '') => new File([], name, { type });

/** The rules of the specification (section 5) that look at a value alone: the name, the rule, what passes and what does not. */
const SPECIFIED: readonly [name: string, make: () => Rule<unknown>, good: unknown, bad: unknown][] = [
  ['after', () => after('2026-01-31'), '2026-02-01', '2026-01-31'],
  ['before', () => before('2026-01-31'), '2026-01-30', '2026-01-31'],
  ['between', () => between(1, 11), '11', '12'],
  ['credit_card', () => creditCard(), '4111111111111111', '4111111111111112'],
  ['date_between', () => dateBetween('2026-01-01', '2026-01-10'), '2026-01-02', '2026-01-01'],
  ['date_format', () => dateFormat('dd/MM/yyyy'), '31/01/2026', '2026-01-31'],
  ['decimal', () => decimal(1), '1.5', '1.55'],
  ['digits', () => digits(3), '123', '12'],
  ['email', () => email(), 'a@b.ru', 'a@b.ru,c@d.ru'],
  ['email', () => email('multiple'), 'a@b.ru,c@d.ru', 'a,b'],
  ['ext', () => ext('jpg', 'png'), file('a.png'), file('a.txt')],
  ['image', () => image(), file('a.png'), file('a.txt')],
  ['included', () => included('1', '2'), '2', '3'],
  ['excluded', () => excluded('1', '2'), '3', '2'],
  ['integer', () => integer(), '5', '5.5'],
  ['ip', () => ip(), '1.1.1.1', '::1'],
  ['ip_or_fqdn', () => ipOrFqdn(), 'example.com', 'x'],
  ['is', () => is('да'), 'да', 'нет'],
  ['is_not', () => isNot('да'), 'нет', 'да'],
  ['length', () => length(3), 'abc', 'ab'],
  ['max', () => max(3), 'abc', 'abcd'],
  ['max_value', () => maxValue(3), '3', '4'],
  ['mimes', () => mimes('image/*', 'text/plain'), file('a', 'image/png'), file('a', 'text/html')],
  ['min', () => min(3), 'abc', 'ab'],
  ['min_value', () => minValue(-3), '-3', '-4'],
  ['numeric', () => numeric(), '5', '-5'],
  ['regex', () => regex(/^[a-z]{1,2}:$/), 'ab:', 'abc:'],
  ['required', () => required(), 'a', ' '],
  ['size', () => size(1), file('a'), new File(['a'.repeat(1025)], 'a')],
  ['url', () => url(), 'example.com', 'x'],
  ['alpha', () => alpha(), 'Анна', 'Анна1'],
  ['alpha_dash', () => alphaDash(), 'а-1', 'а 1'],
  ['alpha_num', () => alphaNum(), 'а1', 'а-1'],
  ['alpha_spaces', () => alphaSpaces(), 'а б', 'а1'],
];

it.each(SPECIFIED)('the rule %s has this name, and tells its values apart', (name, make, good, bad) => {
  const rule = make();
  expect(rule).toMatchObject({ type: name, requirement: { rule: name } });
  expect([takes(rule, good), takes(rule, bad)]).toEqual([true, false]);
});

it.each([
  ['confirmed', () => confirmed('password')],
  ['required_if', () => requiredIf('kind', 'a')],
  ['dimensions', () => dimensions(1, 2, async () => null)],
])('the rule %s, which looks at more than its value, has this name', (name, make) => {
  expect(make()).toMatchObject({ type: name, requirement: { rule: name } });
});
