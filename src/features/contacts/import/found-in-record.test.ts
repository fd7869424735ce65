import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PersonRecord } from '#kit/person-record.ts';
import { foundInRecord } from './found-in-record.ts';
import { toPerson } from './person.ts';

const NOBODY: PersonRecord = {
  ...{ family: '', given: '', additional: '', formatted: '', organisation: '', note: '' },
  phones: [],
  others: [],
};
const found = (record: Partial<PersonRecord>) => {
  const { first, last, others } = foundInRecord({ ...NOBODY, ...record });
  return [first, last, ...others.map(({ name, value }) => `${name} ${value}`)];
};

test.each<[what: string, Partial<PersonRecord>, string[]]>([
  ['nothing but it', { formatted: 'Петров И. И.' }, ['Петров И. И.', '']],
  [
    'less',
    { family: 'Петров', given: 'Иван', additional: 'Ильич', formatted: 'Петров И. И.' },
    ['Иван Ильич', 'Петров'],
  ],
  [
    'the patronymic',
    { family: 'Петров', given: 'Иван', formatted: 'Иван Ильич Петров' },
    ['Иван Ильич', 'Петров'],
  ],
  ['it in another order', { family: 'Ли', given: 'Ян', formatted: 'Ли Ян Юрьевич' }, ['Ян Юрьевич', 'Ли']],
  ['the same once', { family: 'Щукина', given: 'Щукина', formatted: 'Щукина' }, ['Щукина', '']],
  ['the same twice', { family: 'Омар', given: 'Омар', formatted: 'Омар Омар' }, ['Омар', 'Омар']],
  ['only a family name', { family: 'Пятых' }, ['', 'Пятых']],
  ['no stand-in', { family: 'Петров', given: 'None', formatted: 'Петров' }, ['', 'Петров', 'FN None']],
  [
    'another name',
    { family: 'Петров', given: 'Иван', formatted: 'Ваня сосед' },
    ['Иван', 'Петров', 'FN Ваня сосед'],
  ],
  ['more than a name', { given: 'Иван', formatted: 'Иван (1 этаж)' }, ['Иван', '', 'FN Иван (1 этаж)']],
  ['several names', { given: 'Иван', formatted: 'Иван\nВаня' }, ['Иван', '', 'FN Ваня']],
  ['the firm', { given: 'Иван', organisation: 'ООО Рога', formatted: 'Иван, ООО «Рога»' }, ['Иван', '']],
  [
    'a title that is named already',
    {
      family: 'Петров',
      given: 'Иван',
      formatted: 'д-р Иван Ильич Петров',
      others: [{ name: 'PREFIX', value: 'д-р' }],
    },
    ['Иван Ильич', 'Петров', 'PREFIX д-р'],
  ],
  [
    'decomposed letters',
    { family: 'Зайцев', given: 'Андрей', formatted: 'Андрей Зайцев'.normalize('NFD') },
    ['Андрей', 'Зайцев'],
  ],
])('a displayed name that says %s', (_what, record, expected) => {
  expect(found(record)).toEqual(expected);
});

const signs = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]/gu) ?? [];

/** What of a text stands nowhere in another one, each sign as often as it stands there. */
function lost(text: string, all: string): string[] {
  const there = signs(all);
  return signs(text).filter(sign => {
    const at = there.indexOf(sign);
    if (at >= 0) there.splice(at, 1);
    return at < 0;
  });
}

test('every letter and digit of a record is in a field, in the comment or in a sentence', () => {
  const name = fc.constantFrom('', 'Иван', 'Петров', 'Ильич', 'Анна-Мария', 'д-р', 'Unknown', '2');
  const names = fc.array(name, { maxLength: 4 }).map(words => words.join(' '));
  const text = fc.string({ unit: fc.constantFrom(...'абвг 0123 xyz;,.()\n'), maxLength: 30 });
  const phone = fc.oneof(
    text,
    fc.constantFrom('8 000 123-45-67 доб. 102', '+372 512 3456', '+7 000 111-22-33 Оля', '0001112233'),
  );
  const record = fc.record({
    ...{ family: name, given: name, additional: name, organisation: text, note: text },
    formatted: fc.array(names, { maxLength: 2 }).map(each => each.join('\n')),
    phones: fc.array(phone, { maxLength: 4 }),
    others: fc.array(fc.record({ name: fc.constantFrom('BDAY', 'X', ''), value: text }), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(record, fc.boolean(), (each, keepOthers) => {
      const { values, form, remarks, leftOut } = toPerson('0', foundInRecord(each), keepOthers);
      const fields = [values.first_name, values.last_name, values.comment, ...values.phones];
      const all = [...fields, ...form.phones.map(row => row.text), ...remarks, leftOut].join(' ');
      const { phones, others, formatted, ...texts } = each;
      for (const said of Object.values(texts)) expect(lost(said, all)).toEqual([]);
      for (const said of [...others.map(({ value }) => value), ...formatted.split(/\s/), ...phones]) {
        expect(lost(said.replace(/^(\+7|8)(?= 000)/, ''), all)).toEqual([]);
      }
    }),
  );
});
