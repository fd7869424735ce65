import { expect, test } from 'vitest';
import { formatValue, sumOf } from './column.ts';
import { texts } from './texts.ts';

test('a value is shown by its kind', () => {
  expect(formatValue(1500, 'money')).toMatch(/^1\s500\sруб\.$/);
  expect(formatValue(12345.678, 'number')).toBe('12\u00A0345,68');
  expect(formatValue(12345, 'code')).toBe('12345');
  expect(formatValue('2026-11-20 09:05:00', 'date')).toBe('20.11.2026, 09:05');
  expect(formatValue('2026-1-2', 'date')).toBe('02.01.2026');
  expect(formatValue('когда-то', 'date')).toBe('когда-то');
  expect(formatValue(null, 'money')).toBe('');
  expect(formatValue(0, 'money')).toMatch(/^0\sруб\.$/);
});

test('a sum is exact to the kopeck', () => {
  const total = sumOf<{ amount: string | number }>(row => row.amount);
  expect(total([{ amount: 0.1 }, { amount: 0.2 }, { amount: '10,40' }])).toBe(10.7);
});

test('a page tells where it stands, verbatim', () => {
  expect(texts.pageOf(1, 20, 45)).toBe('1-20 из 45');
});

test.each([
  [1, 'Показана 1 строка'],
  [2, 'Показаны 2 строки'],
  [5, 'Показано 5 строк'],
])('%i found rows are told in Russian', (count, expected) => {
  expect(texts.found(count)).toBe(expected);
});
