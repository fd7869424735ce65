import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handedOver, prefill } from './prefill.ts';

test.each([
  ['a name', 'Иван Петров', 'Иван Петров', ['']],
  ['a number', '89161234567', '', ['+7 (916) 123-45-67']],
  ['a part of a number', '916123', '', ['+7 (916) 123']],
  [
    'a shared message',
    'Оля, +7 (000) 111-22-33; 8 000 444-55-66',
    'Оля',
    ['+7 (000) 111-22-33', '+7 (000) 444-55-66'],
  ],
  ['a house number, which is no phone', 'Дом 5 корпус 12', 'Дом 5 корпус 12', ['']],
])('a form is filled from %s', (_what, text, name, phones) => {
  const form = prefill(text);
  expect(form.first_name).toBe(name);
  expect(form.phones.map(row => row.text)).toEqual(phones);
});

test('of several lines the first is the name, the others the comment', () => {
  const form = prefill('Оля Сантехник\n+7 (000) 111-22-33\nвторой подъезд, код 12\nhttps://example.org/a');
  expect(form.first_name).toBe('Оля Сантехник');
  expect(form.comment).toBe('второй подъезд, код 12\nhttps://example.org/a');
  expect(form.phones).toEqual([{ text: '+7 (000) 111-22-33' }]);
});

test('a very long text is whole in the comment, and the name is its beginning', () => {
  const text = `${'Слово '.repeat(20_000)}+70001112233`;
  const form = prefill(text);
  expect(form.first_name.length).toBeLessThanOrEqual(60);
  expect(form.first_name.endsWith('Слово')).toBe(true);
  expect(form.comment.length).toBe(20_000 * 6 - 1);
  expect(form.phones).toEqual([{ text: '+7 (000) 111-22-33' }]);
});

test.each([
  ['a flat in a column', 'Иванова Мария\t45\t8 000 123-45-67', 'Иванова Мария', '45'],
  ['a flat behind the number', 'Петров Олег\t8 000 123-45-67\t12', 'Петров Олег', '12'],
  ['a number of the row', '1\tСидоров Лев\t15\t80001234567', 'Сидоров Лев', '1, 15'],
  ['a name in three columns', 'Кац\tЛев\tИльич\t80001234567\tкв 5', 'Кац Лев Ильич', 'кв 5'],
  ['columns with commas', 'Кац,80001234567,45', 'Кац', '45'],
  ['a house', 'Иванов Лесная 5-12 80001234567', 'Иванов Лесная', '5-12'],
  ['a street', 'ул. Лесная 5, Петров 80001234567', 'Петров', 'ул. Лесная 5'],
  ['a flat', 'Сидоров кв 87 0001234567', 'Сидоров', 'кв 87'],
  ['an initial and a house', 'Д. Петров д. 5 кв. 12 80001234567', 'Д. Петров', 'д. 5 кв. 12'],
  ['an intercom', 'Орлов домофон 12К34 80001234567', 'Орлов', 'домофон 12К34'],
  ['an hour', '[12.05.24, 14:23] Оля: 8 000 123-45-67', 'Оля', '[12.05.24, 14:23]'],
  ['a day', 'Орлов 12.05.1990 8 000 123-45-67', 'Орлов', '12.05.1990'],
  ['a number abroad', 'Мари +372 512 3456 80001234567', 'Мари', '+372 512 3456'],
  ['nothing but a flat', '45 80001234567', '', '45'],
  ['words behind the number', 'Оля: 80001234567 второй подъезд', 'Оля', 'второй подъезд'],
])('beside a number stands %s', (_what, row, first_name, comment) => {
  expect(prefill(row)).toMatchObject({ first_name, comment, phones: [{ text: '+7 (000) 123-45-67' }] });
});

test('an extension stays with its number', () => {
  const { phones } = prefill('Приемная, 8 (000) 000-00-31 доб. 102, 80000000032');
  expect(phones).toEqual([{ text: '+7 (000) 000-00-31 доб. 102' }, { text: '+7 (000) 000-00-32' }]);
});

test('every letter and digit of a pasted row comes out in a field', () => {
  const cell = fc.oneof(
    fc.stringMatching(/^[А-Я][а-я]{3,9}( [А-Я][а-я]{3,9})?$/),
    fc.constantFrom(
      'кв 12',
      'д.5',
      'Лесная 5-12',
      '12.05.1990',
      '45',
      '1.',
      '+372 512 3456',
      '234-56-78',
      '',
    ),
  );
  const cells = fc.array(cell, { maxLength: 5 });
  const separator = fc.constantFrom('\t', ', ', ',', ';', ' ', '\n', ' / ');
  const signsOf = (text: string) => [...text.replace(/[^\p{L}\p{N}]/gu, '')];
  fc.assert(
    fc.property(cells, cells, separator, (before, behind, between) => {
      const row = (number: string) => [...before, number, ...behind].join(between);
      const { first_name, last_name, comment, phones } = prefill(row('80001234567'));
      const left = signsOf([first_name, last_name, comment, ...phones.map(({ text }) => text)].join(' '));
      for (const sign of signsOf(row('70001234567'))) {
        const at = left.indexOf(sign);
        expect(at, `${sign} of ${row('80001234567')}`).toBeGreaterThanOrEqual(0);
        left.splice(at, 1);
      }
    }),
    { numRuns: 500 },
  );
});

test('what cannot be seen does not reach the form', () => {
  expect(prefill('Оля\u0000\u0007 Б')).toMatchObject({ first_name: 'Оля Б', comment: '' });
});

test('of ten thousand numbers the form takes what it has room for, and the comment all', () => {
  const numbers = Array.from({ length: 10_000 }, (_, at) => `+7000${String(1_000_000 + at)}`).join(', ');
  const form = prefill(`Список: ${numbers}`);
  expect(form.phones).toHaveLength(20);
  expect(form.comment).toBe(`Список: ${numbers}`);
});

test('what another app shares comes as title, text and address, each once', () => {
  const shared = (given: Record<string, string>) => handedOver(new URLSearchParams(given));
  expect(shared({ title: 'Оля', text: '+70001112233', url: 'https://a.test/' })).toBe(
    'Оля\n+70001112233\nhttps://a.test/',
  );
  expect(shared({ title: 'Оля', text: 'Оля https://a.test/', url: 'https://a.test/' })).toBe(
    'Оля https://a.test/',
  );
  expect(shared({})).toBe('');
});
