import * as v from 'valibot';
import { expect, it } from 'vitest';
import { fields, fieldsAsync, text } from './fields.ts';
import { confirmed } from './rules/choices.ts';
import { dimensions } from './rules/files.ts';
import { required, requiredIf } from './rules/required.ts';
import { max } from './rules/texts.ts';
import { dependentsOf, isRequiredAt, labelAt } from './schema-walk.ts';

const Form = fields({
  name: text('Имя', required(), max(255)),
  comment: text('Комментарий', max(255)),
  password: text('Пароль', required()),
  again: text('Пароль еще раз', confirmed('password')),
  reason: v.optional(text('Причина', requiredIf('comment', 'x'))),
  phones: v.pipe(v.array(v.object({ text: v.nullable(text('Телефон', required())) })), v.minLength(1)),
  choice: v.pipe(
    v.nullable(v.object({ id: v.number() })),
    v.check(choice => choice !== null),
    v.title('Выбор'),
  ),
  consent: v.boolean(),
  rows: v.array(fields({ start: text('Начало'), end: text('Конец', confirmed('start')) })),
});

it('finds the label of a field through lists, wrappers and pipes', () => {
  expect(labelAt(Form, 'name')).toBe('Имя');
  expect(labelAt(Form, 'phones.0.text')).toBe('Телефон');
  expect(labelAt(Form, 'reason')).toBe('Причина');
  expect(labelAt(Form, 'choice')).toBe('Выбор');
  expect(labelAt(Form, 'consent')).toBe('');
  expect(labelAt(Form, 'nowhere.at.all')).toBe('');
});

it.each([
  ['name', true],
  ['comment', false],
  ['reason', false],
  ['phones', true],
  ['phones.0.text', true],
  ['choice', true],
  ['consent', false],
  ['nowhere', false],
])('knows whether %s must be filled', (path, isRequired) => {
  expect(isRequiredAt(Form, path)).toBe(isRequired);
});

it('names the fields to check again when one changes', () => {
  expect(dependentsOf(Form, 'password')).toEqual(['again']);
  expect(dependentsOf(Form, 'comment')).toEqual(['reason']);
  expect(dependentsOf(Form, 'rows.3.start')).toEqual(['rows.3.end']);
  expect(dependentsOf(Form, 'name')).toEqual([]);
  expect(dependentsOf(Form, 'nowhere.at.all')).toEqual([]);
});

it('knows what must be filled also of fields whose rules need time', () => {
  const isIcon = dimensions<string>(16, 16, async () => null);
  const Photos = fieldsAsync({
    photo: v.pipeAsync(v.string(), required(), isIcon),
    icon: v.pipeAsync(v.string(), isIcon),
  });
  expect([isRequiredAt(Photos, 'photo'), isRequiredAt(Photos, 'icon')]).toEqual([true, false]);
});
