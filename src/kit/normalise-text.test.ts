import { expect, it } from 'vitest';
import { normaliseText } from './normalise-text.ts';

it('folds case, ё and punctuation, and keeps й', () => {
  expect(normaliseText('  Алёна-Мария (ЙОД), ул. 5')).toBe('алена мария йод ул 5');
});

it.each([
  ['Алёна Зайцев, Йод', 'алена зайцев йод'],
  ['Ива\u0301нов', 'иванов'],
  ['ЁЖ \u202aИ\u200bван\ufeff', 'еж иван'],
  ['İvan', 'ivan'],
])('folds decomposed letters, accents and signs that are not seen: %s', (text, folded) => {
  expect(normaliseText(text.normalize('NFD'))).toBe(folded);
  expect(normaliseText(text)).toBe(folded);
});
