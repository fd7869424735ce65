import { expect, test } from 'vitest';
import { normaliseText } from '#kit/normalise-text.ts';
import { buildIndex } from './build-index.ts';
import { misspeltQueryOf, queryOf, searchIndex } from './search-index.ts';

/** Names with a comment, newest first; their ids count from 1. */
const indexOf = (...people: [name: string, comment?: string, phone?: string][]) =>
  buildIndex(
    people.map(([name, comment = '', phone = '0000000000'], at) => ({
      id: at + 1,
      search: `${normaliseText(`${name} ${comment}`)} ${phone}`,
      nameLength: normaliseText(name).length,
    })),
  );

const search = (index: ReturnType<typeof indexOf>, text: string, limit = 50) =>
  searchIndex(index, queryOf(text), limit);

test('names that begin with the text come before names and comments that contain it', () => {
  const index = indexOf(
    ['Роман', 'анна звонила'],
    ['Анна Белова'],
    ['Жанна'],
    ['Олег Анненков'],
    ['Олег', 'без лифта'],
  );
  expect(search(index, 'анн')).toEqual({ named: [2, 4], others: [1, 3] });
});

test('all words must be there, in any order', () => {
  const index = indexOf(['Анна Белова', 'кухня'], ['Анна Чернова', 'кухня'], ['Белова']);
  expect(search(index, 'белова кухня анна')).toEqual({ named: [], others: [1] });
  expect(search(index, 'анна бел')).toEqual({ named: [1], others: [] });
});

test('a line is found once however often the text stands in it, and never together with its neighbour', () => {
  const index = indexOf(['Аа', 'аа аа'], ['Бб', '', '0001112233'], ['Вв', '', '4445556677']);
  expect(search(index, 'аа')).toEqual({ named: [1], others: [] });
  expect(search(index, '2233 444')).toEqual({ named: [], others: [] });
});

test('digits are found anywhere in a number, with or without the code of the country', () => {
  const index = indexOf(['А', '', '9161234567'], ['Б', '', '8001234567'], ['В', '', '5008001234']);
  expect(search(index, '8 (916) 123').others).toEqual([1]);
  expect(search(index, '8001').others).toEqual([2, 3]);
});

test.each([
  '8 (916) 123-45-67',
  '+7 (916) 123\u201145\u201167',
  '\u202a+79161234567\u202c',
  '8.916.123.45.67',
  '8 916 123-45-67,',
  'тел. 8 916 123-45-67',
  '+7.916.123.45.67,',
  '89161234567;',
  "'89161234567",
  'tel:+7-916-123-45-67',
  'Анна 8 916 123-45-67',
  '+79161234567, анна орлова',
  'fyyf 9161234567',
  '916 123\u201145',
  '8 916 123,',
])('a pasted number finds its contact: «%s»', text => {
  const index = indexOf(['Анна'], ['Анна Орлова', '', '9161234567'], ['Олег', '', '9161230000']);
  const { named, others } = search(index, text);
  expect([...named, ...others].filter(id => id !== 3)).toEqual([2]);
});

test('a number is looked for alone when nobody has the words beside it too', () => {
  const index = indexOf(['Анна'], ['Белова', '', '9161234567']);
  expect(search(index, 'Анна 8 916 123-45-67')).toEqual({ named: [], others: [] });
  expect(searchIndex(index, misspeltQueryOf('Анна 8 916 123-45-67'), 50).others).toEqual([2]);
});

test.each([
  ['the wrong layout', 'fktyf', 1],
  ['the wrong layout the other way', 'ыьшер', 2],
  ['Latin letters', 'Petrov', 3],
  ['Latin letters without a soft sign', 'olga', 4],
  ['two words in Latin letters', 'olga kuz', 4],
])('%s: «%s»', (_what, text, id) => {
  const index = indexOf(['Алёна'], ['John Smith'], ['Петров'], ['Ольга Кузнецова']);
  const { named, others } = search(index, text);
  expect([...named, ...others]).toEqual([id]);
});

test('nothing but punctuation finds nothing', () => {
  expect(search(indexOf(['Анна']), '!!!')).toEqual({ named: [], others: [] });
});

test('no more than asked for, the newest', () => {
  const index = indexOf(...Array.from({ length: 100 }, (): [string] => ['Анна']));
  expect(search(index, 'анна', 3).named).toEqual([1, 2, 3]);
});

test('an empty book', () => {
  expect(search(indexOf(), 'анна')).toEqual({ named: [], others: [] });
});

test('finds in a large book what a plain look at each line finds', () => {
  const names = Array.from({ length: 3_000 }, (_, at): [string] => [`Имя ${(at * 7919) % 3_001}`]);
  const index = indexOf(...names);
  for (const text of ['12', '299', '7', '1500']) {
    const plain = names.flatMap(([name], at) => (normaliseText(name).includes(text) ? [at + 1] : []));
    const { named, others } = search(index, `имя ${text}`, 3_000);
    expect([...named, ...others].sort((one, other) => one - other)).toEqual(plain);
  }
});
