import { expect, it, test } from 'vitest';
import { readingsOf, spelledWords } from './search-words.ts';

/** Whether every word of one reading of what was typed stands in the text. */
const isFound = (typed: string, text: string) =>
  readingsOf(typed).some(words => words.every(word => text.includes(word)));

test.each([
  ['Fkbyf', 'алина'],
  ['.kz', 'юля'],
  ['`krf', 'елка'],
  ['Ыьшер', 'smith'],
  ['йцукен'.normalize('NFD'), 'qwerty'],
  ['gtnhjd? bdfy', 'петров иван'],
  ['Петров, Иван', 'петров иван'],
])('«%s» may mean «%s»', (text, meant) => {
  expect(readingsOf(text).map(words => words.join(' '))).toContain(meant);
});

it('finds all words of one reading, in any order', () => {
  const typed = ['петр анн', 'gtnh fyy', 'анна, петрова', 'анна иван', ''];
  expect(typed.filter(each => isFound(each, 'анна петрова'))).toEqual(typed.slice(0, 3));
});

test.each([
  '8\u2011900\u2011123\u201145\u201167',
  '\u202a+7 (900) 123-45-67\u202c,',
  'тел. 900.123.45.67',
  'tel:+79001234567',
  'Иван 8 (900) 123-45-67',
  '(900) 123-45-67, Иван',
  'Bdfy 8 900 123-45-67',
])('«%s» finds whom that number belongs to', pasted => {
  expect(isFound(pasted, 'иван петров 9001234567')).toBe(true);
  expect(isFound(pasted, 'иван петров 9006745123')).toBe(false);
});

it('has no reading of signs alone', () => {
  expect(readingsOf(' ? ')).toEqual([]);
});

test.each([
  ['petrov', 'петров'],
  ['olga', 'ольга'],
  ['sergey', 'сергей'],
  ['krylov', 'крылов'],
  ['shchukin', 'щукин'],
  ['zhanna', 'жанна'],
  ['yuliya', 'юлия'],
  ['ella', 'элла'],
  ['alexey', 'алексей'],
  ['podyezd', 'подъезд'],
])('%s spells %s', (latin, russian) => {
  expect(russian).toMatch(new RegExp(`^(?:${spelledWords(latin)})$`));
});

test.each(['петров', '123', 'a1', ''])('%s spells nothing', word => {
  expect(spelledWords(word)).toBeNull();
});
