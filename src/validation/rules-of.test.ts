import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { takes } from '#tests/support/rule-table.ts';
import { fields } from './fields.ts';
import { type NamedRules, rulesOf, rulesOfAsync } from './rules-of.ts';

function passes(named: NamedRules, value: unknown): boolean {
  return rulesOf(named).every(rule => takes(rule, value));
}

const fileOf = (type: string) => new File([], 'a', { type });

/** A rule as it is written, what passes it and what does not. */
const WRITTEN: readonly [written: string, good: unknown, bad: unknown][] = [
  ['after:2026-01-31', '2026-02-01', '2026-01-31'],
  ['after:2026-01-31,true', '2026-01-31', '2026-01-30'],
  ['after:2026-01-31,false', '2026-02-01', '2026-01-31'],
  ['before:2026-01-31', '2026-01-30', '2026-01-31'],
  ['before:31.01.2026,true,dd.MM.yyyy', '31.01.2026', '01.02.2026'],
  ['between:1,11', '11', '12'],
  ['credit_card', '4111111111111111', '4111111111111112'],
  ['date_between:2026-01-01,2026-01-10', '2026-01-02', '2026-01-01'],
  ['date_between:2026-01-01,2026-01-10,[]', '2026-01-01', '2025-12-31'],
  ['date_format:dd/MM/yyyy', '31/01/2026', '2026-01-31'],
  ['date_format:yyyy-MM-dd HH:mm', '2026-01-31 10:00', '2026-01-31'],
  ['decimal', '1.55', '1,5'],
  ['decimal:*', '1.55', '1,5'],
  ['decimal:1', '1.5', '1.55'],
  ['decimal:1,;', '1;5', '1.5'],
  ['digits:3', '123', '12'],
  ['email', 'a@b.ru', 'a@b.ru,c@d.ru'],
  ['email:multiple', 'a@b.ru,c@d.ru', 'a,b'],
  ['excluded:1,2', '3', '2'],
  ['ext:jpg,png', new File([], 'a.png'), new File([], 'a.txt')],
  ['image', new File([], 'a.png'), new File([], 'a.txt')],
  ['included:1,2', '2', '3'],
  ['integer', '5', '5.5'],
  ['ip', '1.1.1.1', '::1'],
  ['ip:6', '::1', '1.1.1.1'],
  ['ip:any', '::1', 'x'],
  ['ip_or_fqdn', 'example.com', 'x'],
  ['is:да', 'да', 'нет'],
  ['is_not:да', 'нет', 'да'],
  ['length:3', 'abc', 'ab'],
  ['length:2,3', 'ab', 'abcd'],
  ['max:3', 'abc', 'abcd'],
  ['max_value:3', '3', '4'],
  ['mimes:image/*,text/plain', fileOf('image/png'), fileOf('text/html')],
  ['min:3', 'abc', 'ab'],
  ['min_value:-3', '-3', '-4'],
  ['numeric', '5', '-5'],
  ['regex:^[a-z]{1,2}:$', 'ab:', 'abc:'],
  ['required', 'a', ' '],
  ['required:true', true, false],
  ['size:1', new File(['a'], 'a'), new File(['a'.repeat(1025)], 'a')],
  ['url', 'example.com', 'x'],
  ['url:require_protocol', 'http://example.com', 'example.com'],
  ['alpha', 'Анна', 'Анна1'],
  ['alpha_dash', 'а-1', 'а 1'],
  ['alpha_num', 'а1', 'а-1'],
  ['alpha_spaces', 'а б', 'а1'],
];

describe('rules by name', () => {
  it.each(WRITTEN)('%s', (written, good, bad) => {
    expect(passes(written, good)).toBe(true);
    expect(passes(written, bad)).toBe(false);
  });

  it('come in the order in which they are named', () => {
    const names = rulesOf('required|max:255|email').map(rule => rule.type);
    expect(names).toEqual(['required', 'max', 'email']);
    expect(rulesOf('')).toEqual([]);
  });

  it('stand in a pipe', () => {
    const Name = v.pipe(v.string(), ...rulesOf<string>('required|max:3'));
    expect([v.is(Name, 'Аня'), v.is(Name, ''), v.is(Name, 'Анна')]).toEqual([true, false, false]);
  });

  it('see the fields beside theirs', () => {
    const Form = fields({
      password: v.string(),
      again: v.pipe(v.string(), ...rulesOf<string>('confirmed:password')),
      reason: v.pipe(v.string(), ...rulesOf<string>('required_if:password,a,b')),
    });
    expect(v.is(Form, { password: 'c', again: 'c', reason: '' })).toBe(true);
    expect(v.is(Form, { password: 'c', again: 'd', reason: '' })).toBe(false);
    expect(v.is(Form, { password: 'b', again: 'b', reason: '' })).toBe(false);
  });

  it('compare dates in the format that the field names', () => {
    expect(passes('date_format:dd.MM.yyyy|after:31.12.2025', '01.01.2026')).toBe(true);
    expect(passes('date_format:dd.MM.yyyy|after:31.12.2025', '30.12.2025')).toBe(false);
  });
});

/** The list of the specification, as it stands there. */
const SPECIFIED =
  'after, before, between, confirmed, credit_card, date_between, date_format, decimal, digits, dimensions, email, ext, ' +
  'image, included, excluded, integer, ip, ip_or_fqdn, is, is_not, length, max, max_value, mimes, min, min_value, ' +
  'numeric, regex, required, required_if, size, url, alpha, alpha_dash, alpha_num, alpha_spaces';

it.each(SPECIFIED.split(', '))('the rule %s of the specification is known by its name', name => {
  const params = ['', ':yyyy', ':1', ':1,2', ':2026-01-01,2026-01-02', ':a/b'];
  const made = params.flatMap(written => {
    try {
      return rulesOfAsync(name + written, async () => null);
    } catch {
      return [];
    }
  });
  expect(made[0]).toMatchObject({ type: name, requirement: { rule: name } });
});

it.each<[NamedRules, unknown, unknown]>([
  [{ required: true, max: 3 }, 'abc', 'abcd'],
  [{ regex: /^(a|b),$/ }, 'a,', 'c,'],
  [{ between: [1, 5] }, 5, 6],
  [{ is: [true] }, true, false],
  [{ is: 5 }, 5, '5'],
  [{ included: ['a', 'b'] }, 'a', 'c'],
  [{ decimal: [2, ','] }, '1,5', '1.5'],
  [{ date_format: 'dd.MM.yyyy', before: '01.02.2026' }, '31.01.2026', '01.02.2026'],
  [{ required: false, max: null, min: undefined }, '', undefined],
])('rules as an object: %o', (named, good, bad) => {
  expect(passes(named, good)).toBe(true);
  if (bad !== undefined) expect(passes(named, bad)).toBe(false);
});

it.each<[string, NamedRules, string]>([
  ['an unknown name', 'requierd', 'no such rule'],
  ['a name of every object', 'constructor', 'no such rule'],
  ['an empty name', 'required||max:5', 'no such rule'],
  ['an expression cut at |', 'regex:^(a|b)$', 'Rule (regex, ^(a)'],
  ['a missing parameter', 'max', '1 parameters are wanted, 0 given'],
  ['a parameter too many', 'required|max:5,6', '1 parameters are wanted, 2 given'],
  ['a text for a number', 'max:abc', '"abc" is not a number'],
  ['nothing for a number', 'between:1,', '"" is not a number'],
  ['a length below nought', 'max:-1', 'a whole number from 0'],
  ['an unknown version', 'ip:5', '"5" is none of 4, 6, any'],
  ['unknown brackets', 'date_between:2026-01-01,2026-01-02,<>', 'none of (), [), (], []'],
  ['a wrong format', 'date_format:d.m.yy', 'is no date format'],
  ['a missing value to require at', 'required_if:kind', '2 or more parameters are wanted, 1 given'],
  ['an object for a text', { confirmed: {} }, 'is not a text'],
  ['a rule that needs time', 'dimensions:1,2', 'use rulesOfAsync'],
])('says to the developer at once: %s', (_, named, message) => {
  expect(() => rulesOf(named)).toThrow(message);
});

it('names a rule that needs time too', async () => {
  const rules = rulesOfAsync<unknown>('required|dimensions:1,2', async () => ({ width: 1, height: 3 }));
  const read = await v.safeParseAsync(v.pipeAsync(v.any(), ...rules), new File([], 'a.png'));
  expect(read.issues?.map(issue => issue.type)).toEqual(['dimensions']);
  expect(() => rulesOfAsync('dimensions:1', async () => null)).toThrow('2 parameters are wanted, 1 given');
});
