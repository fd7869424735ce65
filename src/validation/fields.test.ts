import * as v from 'valibot';
import { expect, it } from 'vitest';
import { fields, text } from './fields.ts';
import { describeIssue } from './messages.ts';
import { confirmed } from './rules/choices.ts';
import { required } from './rules/required.ts';
import { max } from './rules/texts.ts';

const Account = fields({
  name: text('Имя', required(), max(5)),
  password: text('Пароль', required()),
  again: text('Пароль еще раз', required(), confirmed('password')),
});

function refused(schema: v.GenericSchema, input: unknown): Record<string, string[]> {
  const read = v.safeParse(schema, input, { message: issue => describeIssue(issue) });
  return read.success ? {} : ((v.flatten(read.issues).nested ?? {}) as Record<string, string[]>);
}

it('trims its fields', () => {
  expect(v.parse(Account, { name: ' Анна ', password: 'a ', again: 'a' })).toEqual({
    name: 'Анна',
    password: 'a',
    again: 'a',
  });
});

it('checks a field against one beside it, also when others failed', () => {
  expect(refused(Account, { name: 'Анна', password: 'a', again: 'b' })).toEqual({
    again: ['Не совпадает с полем «Пароль»'],
  });
  expect(refused(Account, { name: '', password: 'a', again: 'b' })).toEqual({
    name: ['Заполните поле'],
    again: ['Не совпадает с полем «Пароль»'],
  });
  expect(refused(Account, { password: 'a', again: 'b' })).toEqual({
    name: ['Заполните поле'],
    again: ['Не совпадает с полем «Пароль»'],
  });
  void after;
  void requiredIf;
});
