import * as v from 'valibot';
import { expect, it } from 'vitest';
import { emailText, fields, fieldsAsync, secretText, text } from './fields.ts';
import { describeIssue } from './messages.ts';
import { confirmed } from './rules/choices.ts';
import { after, before } from './rules/dates.ts';
import { dimensions } from './rules/files.ts';
import { required, requiredIf } from './rules/required.ts';
import { max } from './rules/texts.ts';

const Account = fields({
  name: text('Имя', required(), max(5)),
  password: text('Пароль', required()),
  again: text('Пароль еще раз', required(), confirmed('password')),
});

const config = { message: (issue: v.BaseIssue<unknown>) => describeIssue(issue) };

function remarks(issues: readonly v.BaseIssue<unknown>[] | undefined): Record<string, string> {
  return Object.fromEntries((issues ?? []).map(issue => [v.getDotPath(issue), issue.message]));
}

function refused(schema: v.GenericSchema, input: unknown): Record<string, string> {
  return remarks(v.safeParse(schema, input, config).issues);
}

const MISMATCH = 'Не совпадает с полем «Пароль»';

it('trims its fields, and compares them trimmed', () => {
  const typed = { name: ' Анна ', password: 'a ', again: 'a' };
  expect(v.parse(Account, typed)).toEqual({ name: 'Анна', password: 'a', again: 'a' });
});

it('composes letters of two signs, takes what is not seen from an e-mail, and leaves secrets as they are', () => {
  const schema = fields({ name: text('Имя'), email: emailText('E-mail'), password: secretText('Пароль') });
  const two = 'й\u200b'.normalize('NFD');
  const typed = { name: two, email: '\u202a a@b.ru\u200b\u00a0', password: ` ${two} ` };
  expect(v.parse(schema, typed)).toEqual({ name: 'й\u200b', email: 'a@b.ru', password: two });
});

it.each([
  ['alone', { name: 'Анна', password: 'a' }, {}],
  ['beside an empty field', { name: '', password: 'a' }, { name: 'Заполните поле' }],
  ['beside a missing field', { password: 'a' }, { name: 'Заполните поле' }],
  ['beside a field of another type', { name: 5, password: 'a' }, { name: 'Недопустимое значение' }],
  ['with the other field missing', { name: 'Анна' }, { password: 'Заполните поле' }],
])('refuses a confirmation that differs, %s', (_, typed, others) => {
  expect(refused(Account, { ...typed, again: 'b' })).toEqual({ ...others, again: MISMATCH });
});

it('says one thing of a field at a time where the pipe is left early', () => {
  const typed = { name: 'Анна', password: 'a', again: '' };
  const read = v.safeParse(Account, typed, { ...config, abortPipeEarly: true });
  expect(read.issues?.map(issue => issue.message)).toEqual(['Заполните поле']);
});

const Delivery = fields({
  kind: v.picklist(['дом', 'офис']),
  floor: text('Этаж', requiredIf('kind', 'офис', 'склад')),
});

it('asks for a field only if the one beside it has the value', () => {
  expect(refused(Delivery, { kind: 'дом', floor: '' })).toEqual({});
  expect(refused(Delivery, { kind: 'офис', floor: ' ' })).toEqual({ floor: 'Заполните поле' });
  expect(refused(Delivery, { kind: 'офис', floor: '5' })).toEqual({});
});

const Agreement = fields({
  isFirm: v.boolean(),
  consent: v.pipe(v.nullable(v.boolean()), requiredIf('isFirm', 'true')),
});

it('takes a false for nothing where it is asked for', () => {
  expect(refused(Agreement, { isFirm: true, consent: false })).toEqual({ consent: 'Заполните поле' });
  expect(refused(Agreement, { isFirm: false, consent: false })).toEqual({});
  expect(refused(Agreement, { isFirm: true, consent: true })).toEqual({});
});

const Period = fields({
  start: text('Начало', before('end', 'inclusive')),
  end: text('Конец', after('start', 'inclusive')),
});

it('keeps two dates in order, each looking at the other', () => {
  expect(refused(Period, { start: '2026-02-01', end: '2026-02-01' })).toEqual({});
  expect(refused(Period, { start: '2026-02-02', end: '2026-02-01' })).toEqual({
    start: 'Нужна дата не позже 1 февраля 2026',
    end: 'Нужна дата не раньше 2 февраля 2026',
  });
});

it('leaves a date alone while the other is none', () => {
  expect(refused(Period, { start: '2026-02-02', end: '' })).toEqual({});
  expect(refused(Period, { start: '', end: '' })).toEqual({});
});

it('looks at the fields of the same row in a list', () => {
  const Form = fields({ rows: v.array(Period) });
  const rows = [
    { start: '2026-01-01', end: '2026-01-02' },
    { start: '2026-01-03', end: '2026-01-02' },
  ];
  expect(Object.keys(refused(Form, { rows }))).toEqual(['rows.1.start', 'rows.1.end']);
});

it('goes on seeing the fields beside a field in a schema made of it', () => {
  const typed = { name: 'Анна', password: 'a', again: 'b' };
  expect(refused(v.partial(Account), typed)).toEqual({ again: MISMATCH });
  expect(refused(v.pipe(Account, v.readonly()), typed)).toEqual({ again: MISMATCH });
  expect(refused(v.partial(Account), { password: 'a' })).toEqual({});
  const Code = { ...Account, entries: { ...Account.entries, password: text('Код') } };
  expect(refused(Code, typed)).toEqual({ again: 'Не совпадает с полем «Код»' });
});

it('says to the developer at once that a rule looks at no field', () => {
  expect(() => fields({ again: text('Пароль', confirmed('pasword')) })).toThrow(
    '"pasword", which is not beside it',
  );
});

it('says to the developer that such a rule stands outside of fields', () => {
  const Plain = v.object({ password: text('Пароль'), again: text('Пароль', confirmed('password')) });
  expect(() => v.safeParse(Plain, { password: 'a', again: 'a' })).toThrow('wrap them in fields()');
});

it('sees the fields beside those whose rules need time', async () => {
  const isNarrow = dimensions<File | null>(1, 2, async () => ({ width: 1, height: 3 }));
  const Form = fieldsAsync({
    password: text('Пароль'),
    again: text('Пароль', confirmed('password')),
    photo: v.pipeAsync(v.nullable(v.file()), isNarrow),
  });
  const typed = { password: 'a', again: 'b', photo: new File([], 'a.png') };
  const read = await v.safeParseAsync(Form, typed, config);
  expect(remarks(read.issues)).toEqual({ again: MISMATCH, photo: 'Нужно изображение 1 на 2 пикселя' });
});
