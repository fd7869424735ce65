import { expect, it } from 'vitest';
import { formatAmount, formatMoney, percentOf, toKopecks } from './money.ts';

it('reads roubles as numbers and as texts of the database', () => {
  expect(toKopecks('1500.00')).toBe(150_000);
  expect(toKopecks(1500.5)).toBe(150_050);
  expect(toKopecks('')).toBe(0);
  expect(toKopecks(null)).toBe(0);
  expect(toKopecks('-0.05')).toBe(-5);
});

it('takes 30 percent with half a kopeck rounded up', () => {
  expect(percentOf(10_000, 30)).toBe(3_000);
  expect(percentOf(5, 30)).toBe(2);
  expect(percentOf(1, 30)).toBe(0);
});

it('writes money as the specification does', () => {
  expect(formatMoney(12_345_678)).toBe('12 345 678 руб.');
  expect(formatMoney('1500.50')).toBe('1 500,50 руб.');
  expect(formatMoney('0')).toBe('0 руб.');
  expect(formatAmount('', 2)).toBe('0');
  expect(formatAmount(999, 0)).toBe('999');
});
