import { expect, it } from 'vitest';
import { fold, fromLatinLayout } from './fold.ts';

it('folds case, ё and punctuation, and keeps й', () => {
  expect(fold('  Алёна-Мария (ЙОД), ул. 5')).toBe('алена мария йод ул 5');
});

it('reads text typed on the wrong layout', () => {
  expect(fromLatinLayout('Fkbyf')).toBe('алина');
  expect(fromLatinLayout('.kz')).toBe('юля');
});
