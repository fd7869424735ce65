import { checkRules, EMPTY, texts } from '#tests/support/rule-table.ts';
import { alpha, alphaDash, alphaNum, alphaSpaces, length, max, min, regex } from './texts.ts';

const FAMILY = '👨‍👩‍👧'; // five code points, one sign to the eye

checkRules({
  'max(3)': {
    rule: max(3),
    passes: [...EMPTY, 'я', 'abc', '   ', '😀😀😀', 123, ['abc', 'я'], ['', 'ab']],
    refuses: [
      'abcd',
      '😀😀😀😀',
      1234,
      '    ',
      ['abc', 'abcd'],
      FAMILY,
      'й'.normalize('NFD').repeat(2),
      -123,
    ],
  },
  'max(0)': { rule: max(0), passes: EMPTY, refuses: ['a', ' ', 0, '😀', ['a'], false] },
  'min(3)': {
    rule: min(3),
    passes: [...EMPTY, 'abc', '   ', '😀😀😀', 123, FAMILY, ['abc', 'abcd'], 'яяя'],
    refuses: ['ab', '😀', '😀😀', 12, ['abc', 'ab'], [''], 'я'],
  },
  'length(3)': {
    rule: length(3),
    passes: [...EMPTY, 'abc', '😀😀😀', 'ёжи', 123, [1, 2, 3], '   '],
    refuses: ['ab', 'abcd', '😀', 12, [1], [1, 2, 3, 4], '😀😀😀😀'],
  },
  'length(2, 3)': {
    rule: length(2, 3),
    passes: [...EMPTY, 'ab', 'abc', '😀😀', 12, [1, 2], ['', '', '']],
    refuses: ['a', 'abcd', '😀', '😀😀😀😀', [1], [1, 2, 3, 4]],
  },
  'alpha()': {
    rule: alpha(),
    passes: [
      ...texts('Anna | Анна | Ёлка | АннаAnna | žluťoučký | 语言'),
      ...[...EMPTY, 'й'.normalize('NFD'), ['Анна', 'Петр']],
    ],
    refuses: ['Анна1', 'Анна Мария', 'Анна-Мария', ' ', '😀', 'a_b', ['Анна', '1'], 5, '\n'],
  },
  'alphaDash()': {
    rule: alphaDash(),
    passes: [...EMPTY, 'Анна-Мария', 'snake_case', 'ёж-1', 'abc', 123, ['а-б', 'в_г'], '-', '٣'],
    refuses: ['Анна Мария', 'a.b', 'a—b', ' ', '😀', ['ok', 'не ок'], 1.5],
  },
  'alphaNum()': {
    rule: alphaNum(),
    passes: [...EMPTY, 'дом5', 'abc123', 'Ё1', 42, ['a1', 'б2'], 'a'.repeat(1000)],
    refuses: ['5-к1', 'а б', 'a_b', '😀', ' ', '1.5', ['a1', '-'], -1],
  },
  'alphaSpaces()': {
    rule: alphaSpaces(),
    passes: [...EMPTY, 'Анна Мария', 'Anna  Maria', ' ', 'Анна\tМария', 'Анна Мария', ['а б', 'в']],
    refuses: ['Анна-Мария', 'Анна 2', 'a_b', '😀', ['а б', '1'], 'а.'],
  },
  'regex(/^[а-я]+$/)': {
    rule: regex(/^[а-я]+$/),
    passes: [...EMPTY, 'абв', ['а', 'б']],
    refuses: ['АБВ', 'ёж', 'abc', ' ', 'а б', ['а', 'b'], 5],
  },
  "regex('^\\d{2}$')": {
    rule: regex('^\\d{2}$'),
    passes: [...EMPTY, '12', 12, ['12', '34']],
    refuses: ['1', '123', 'ab', ' 12', ['12', '3']],
  },
  'regex(/a|б/g), which keeps no place between two checks': {
    rule: regex(/a|б/g),
    passes: [...EMPTY, 'a', 'a', 'б', 'ваб'],
    refuses: ['в', ' ', '1', 'A'],
  },
});
