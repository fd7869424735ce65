import { checkRules, texts } from '#tests/support/rule-table.ts';
import { alpha, alphaDash, alphaNum, alphaSpaces, length, max, min, regex } from './texts.ts';

const FAMILY = '👨‍👩‍👧'; // five code points, one sign to the eye

checkRules({
  'max(3)': [
    max(3),
    ['я', 'abc', '   ', '😀😀😀', 123, ['abc', 'я'], ['', 'ab']],
    ['abcd', '😀😀😀😀', 1234, '    ', ['abc', 'abcd'], FAMILY, 'й'.normalize('NFD').repeat(2), -123],
  ],
  'max(0)': [max(0), [], ['a', ' ', 0, '😀', ['a'], false]],
  'min(3)': [
    min(3),
    ['abc', '   ', '😀😀😀', 123, FAMILY, ['abc', 'abcd'], 'яяя'],
    ['ab', '😀', '😀😀', 12, ['abc', 'ab'], [''], 'я'],
  ],
  'length(3)': [
    length(3),
    ['abc', '😀😀😀', 'ёжи', 123, [1, 2, 3], '   '],
    ['ab', 'abcd', '😀', 12, [1], [1, 2, 3, 4], '😀😀😀😀'],
  ],
  'length(2, 3)': [
    length(2, 3),
    ['ab', 'abc', '😀😀', 12, [1, 2], ['', '', '']],
    ['a', 'abcd', '😀', '😀😀😀😀', [1], [1, 2, 3, 4]],
  ],
  'alpha()': [
    alpha(),
    [
      ...texts('Anna | Анна | Ёлка | АннаAnna | žluťoučký | 语言'),
      ...['й'.normalize('NFD'), ['Анна', 'Петр']],
    ],
    ['Анна1', 'Анна Мария', 'Анна-Мария', ' ', '😀', 'a_b', ['Анна', '1'], 5, '\n'],
  ],
  'alphaDash()': [
    alphaDash(),
    ['Анна-Мария', 'snake_case', 'ёж-1', 'abc', 123, ['а-б', 'в_г'], '-', '٣'],
    ['Анна Мария', 'a.b', 'a—b', ' ', '😀', ['ok', 'не ок'], 1.5],
  ],
  'alphaNum()': [
    alphaNum(),
    ['дом5', 'abc123', 'Ё1', 42, ['a1', 'б2'], 'a'.repeat(1000)],
    ['5-к1', 'а б', 'a_b', '😀', ' ', '1.5', ['a1', '-'], -1],
  ],
  'alphaSpaces()': [
    alphaSpaces(),
    ['Анна Мария', 'Anna  Maria', ' ', 'Анна\tМария', 'Анна Мария', ['а б', 'в']],
    ['Анна-Мария', 'Анна 2', 'a_b', '😀', ['а б', '1'], 'а.'],
  ],
  'regex(/^[а-я]+$/)': [
    regex(/^[а-я]+$/),
    ['абв', ['а', 'б']],
    ['АБВ', 'ёж', 'abc', ' ', 'а б', ['а', 'b'], 5],
  ],
  "regex('^\\d{2}$')": [regex('^\\d{2}$'), ['12', 12, ['12', '34']], ['1', '123', 'ab', ' 12', ['12', '3']]],
  'regex(/a|б/g), which keeps no place between two checks': [
    regex(/a|б/g),
    ['a', 'a', 'б', 'ваб'],
    ['в', ' ', '1', 'A'],
  ],
});
