import { expect, it, test } from 'vitest';
import {
  fromCyrillicLayout,
  fromLatinLayout,
  latinToCyrillicPattern,
  normaliseText,
} from './normalise-text.ts';

it('folds case, ё and punctuation, and keeps й', () => {
  expect(normaliseText('  Алёна-Мария (ЙОД), ул. 5')).toBe('алена мария йод ул 5');
});

it('reads text typed on the wrong layout', () => {
  expect(fromLatinLayout('Fkbyf')).toBe('алина');
  expect(fromLatinLayout('.kz')).toBe('юля');
  expect(fromLatinLayout('`krf')).toBe('елка');
  expect(fromCyrillicLayout('Ыьшер')).toBe('smith');
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
  expect(russian).toMatch(new RegExp(`^(?:${latinToCyrillicPattern(latin)})$`));
});

test.each(['петров', '123', 'a1', ''])('%s spells nothing', word => {
  expect(latinToCyrillicPattern(word)).toBeNull();
});
