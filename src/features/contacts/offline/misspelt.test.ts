import { expect, test } from 'vitest';
import { seekMisspelt } from './misspelt.ts';

test.each([
  ['a wrong letter', 'иваноф', 'ольга иванова'],
  ['the first letter wrong', 'еванов', 'ольга иванова'],
  ['a missing letter', 'кастантинов', 'петр константинов', false],
  ['a missing letter', 'констатинов', 'петр константинов'],
  ['a letter too much', 'конастантинов', 'петр константинов'],
  ['two swapped', 'ивонав', 'иванов', false],
  ['two swapped', 'иавнов', 'иванов'],
  ['two swapped in the very middle', 'ивнаов', 'иванов'],
  ['a sign that nobody hears, and a letter', 'константинополскя', 'константинопольская'],
  ['its last letter too much', 'иванову', 'иванов петр'],
  ['not the end of a word', 'иванов', 'подживанова', false],
  ['not over the end of a word', 'иванов', 'ивано вера'],
  ['not into the next line', 'иванов', 'ив\nанова', false],
])('%s: «%s» in «%s»', (_what, word, text, isFound = true) => {
  expect(seekMisspelt(word)(text, 0) >= 0).toBe(isFound);
});

test('goes on from place to place, and starts anew in another text', () => {
  const seek = seekMisspelt('иванов');
  const text = 'ивонов\nпетров\nиванав\nеванов';
  expect([0, 7, 20].map(from => seek(text, from))).toEqual([0, 14, 21]);
  expect(seek('иван ивнов', 0)).toBe(5);
});
