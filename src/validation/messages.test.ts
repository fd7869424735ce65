import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { atMost, Id } from '#contract/wire.ts';
import * as en from './messages/en.ts';
import { describeIssue, describeIssues } from './messages.ts';
import type { Rule } from './rule.ts';
import { before } from './rules/dates.ts';
import { required } from './rules/required.ts';
import { length, max, min } from './rules/texts.ts';

function firstIssue(schema: v.GenericSchema, value: unknown): v.BaseIssue<unknown> {
  const [issue] = v.safeParse(schema, value).issues ?? [];
  if (!issue) throw new Error('It was taken');
  return issue;
}

function byRule(rule: Rule<unknown>, value: unknown): v.BaseIssue<unknown> {
  return firstIssue(v.pipe(v.any(), rule), value);
}

const refusal = v.check<string>(() => false);

describe('an issue', () => {
  it('of a rule is described in Russian, and with its label if one is told', () => {
    expect(describeIssue(byRule(required(), ''))).toBe('Заполните поле');
    expect(describeIssue(byRule(required(), ''), { label: 'Имя' })).toBe('Заполните поле «Имя»');
    expect(describeIssue(byRule(max(1), 'ab'), { label: 'Имя' })).toBe('Поле «Имя»: не длиннее 1 символа');
  });

  it('of a rule is described in English if that is asked for', () => {
    expect(describeIssue(byRule(min(2), 'a'), { label: 'name', dictionary: en })).toBe(
      'The name field must be at least 2 characters',
    );
  });

  it('of a list that has another length speaks of no characters', () => {
    expect(describeIssue(byRule(length(2), [1]))).toBe('Ровно 2');
    expect(describeIssue(byRule(length(2), 'a'))).toBe('Ровно 2 символа');
  });

  it('of a date names the date by its month', () => {
    const late = byRule(before('31.01.2026', 'exclusive', 'dd.MM.yyyy'), '31.01.2026');
    expect(describeIssue(late)).toBe('Нужна дата раньше 31 января 2026');
  });

  it.each<[string, v.GenericSchema, unknown, string]>([
    ['a missing value', v.object({ a: v.string() }), {}, 'Заполните поле'],
    ['an empty text', v.pipe(v.string(), v.nonEmpty()), '', 'Заполните поле'],
    ['an empty list', v.pipe(v.array(v.any()), v.nonEmpty()), [], 'Заполните поле'],
    ['null', v.number(), null, 'Заполните поле'],
    ['a long text', v.pipe(v.string(), atMost(21)), 'я'.repeat(22), 'Не длиннее 21 символа'],
    ['a short text', v.pipe(v.string(), v.minLength(2)), 'я', 'Не короче 2 символов'],
    ['a text of too few code points', v.pipe(v.string(), v.minCodePoints(2)), 'я', 'Не короче 2 символов'],
    ['a text of too many units', v.pipe(v.string(), v.maxLength(1)), 'яя', 'Не длиннее 1 символа'],
    ['a list without items', v.pipe(v.array(v.any()), v.minLength(1)), [], 'Нужен хотя бы один'],
    ['a list of few items', v.pipe(v.array(v.any()), v.minLength(2)), [1], 'Не меньше 2'],
    ['a list of many items', v.pipe(v.array(v.any()), v.maxLength(1)), [1, 2], 'Не больше 1'],
    ['a wrong e-mail', v.pipe(v.string(), v.email()), 'x', 'Введите правильный e-mail'],
    ['no number', v.number(), 'x', 'Введите число'],
    ['half a number', v.pipe(v.number(), v.safeInteger()), 0.5, 'Введите число'],
    ['a wrong number of the server', Id, 0, 'Недопустимое значение'],
    ['what a check refuses', v.pipe(v.string(), refusal), 'x', 'Неверный формат'],
    ['what is none of a list', v.picklist(['a']), 'b', 'Недопустимое значение'],
  ])("of valibot's own checks is described in the same words: %s", (_, schema, value, said) => {
    expect(describeIssue(firstIssue(schema, value))).toBe(said);
  });
});

it('gathers what is said of each field under its path', () => {
  const Form = v.object({
    name: v.pipe(v.string(), max(1), min(5)),
    rows: v.array(v.object({ text: v.string() })),
  });
  const read = v.safeParse(Form, { name: 'ab', rows: [{ text: 'a' }, {}] });
  expect(describeIssues(read.issues ?? [])).toEqual({
    name: ['Не длиннее 1 символа', 'Не короче 5 символов'],
    'rows.1.text': ['Заполните поле'],
  });
});
