import { expect, it, test } from 'vitest';
import { isMeant, readingsOf, spelledWords } from './search-words.ts';

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

it('is meant where all words of one reading are, in any order', () => {
  const isFound = (typed: string) => isMeant(readingsOf(typed), word => 'анна петрова'.includes(word));
  expect(['петр анн', 'gtnh fyy', 'анна, петрова', 'анна иван', ''].filter(isFound)).toEqual([
    'петр анн',
    'gtnh fyy',
    'анна, петрова',
  ]);
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
