import { expect, it } from 'vitest';
import { continueSentence } from './continue-sentence.ts';

it.each([
  ['Заполните поле', 'заполните поле'],
  ['Не длиннее 5', 'не длиннее 5'],
  ['А там', 'а там'],
  ['Ёлка', 'ёлка'],
  ['НДС обязателен', 'НДС обязателен'],
  ['E-mail занят', 'E-mail занят'],
  ['Already taken', 'already taken'],
  ['7 цифр', '7 цифр'],
  ['«Имя» занято', '«Имя» занято'],
  ['', ''],
])('%s goes on as %s', (sentence, expected) => {
  expect(continueSentence(sentence)).toBe(expected);
});
