import { expect, it } from 'vitest';
import { formatDate, formatDay, toWallClock } from './date.ts';

it('writes day, genitive month and year, with the time if asked', () => {
  expect(formatDate('2026-11-20 09:05:00')).toBe('20 ноября 2026');
  expect(formatDate('2026-11-20 09:05:00', true)).toBe('20 ноября 2026, 09:05');
  expect(formatDate('2026-05-01')).toBe('1 мая 2026');
});

it('returns what it cannot read', () => {
  expect(formatDate('вчера')).toBe('вчера');
  expect(formatDate('2026-13-01')).toBe('2026-13-01');
});

it('names today and yesterday, over a year boundary too', () => {
  expect(formatDay('2026-11-20 09:05:00', '2026-11-20 23:00:00')).toBe('Сегодня, 20 ноября 2026');
  expect(formatDay('2025-12-31', '2026-01-01 00:10:00')).toBe('Вчера, 31 декабря 2025');
  expect(formatDay('2026-11-18', '2026-11-20')).toBe('18 ноября 2026');
});

it('converts an instant to the wall clock of the firm', () => {
  expect(toWallClock(Date.parse('2026-11-20T12:12:39Z'), 'Europe/Moscow')).toBe('2026-11-20 15:12:39');
});
