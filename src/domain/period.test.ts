import { expect, it } from 'vitest';
import { toWallClock } from '#kit/date.ts';
import { type PeriodName, periodOf } from './period.ts';

const from = (name: PeriodName, today: string) => {
  const { dateFrom, dateTo } = periodOf(name, today);
  return `${dateFrom}..${dateTo}`;
};

it.each<[PeriodName, string, string]>([
  ['today', '2026-11-20', '2026-11-20..2026-11-20'],
  ['yesterday', '2026-11-20', '2026-11-19..2026-11-19'],
  ['yesterday', '2027-01-01', '2026-12-31..2026-12-31'],
  ['yesterday', '2028-03-01', '2028-02-29..2028-02-29'],
  ['thisWeek', '2026-11-20', '2026-11-16..2026-11-20'],
  ['thisWeek', '2026-11-16', '2026-11-16..2026-11-16'],
  ['thisWeek', '2026-11-22', '2026-11-16..2026-11-22'],
  ['lastWeek', '2026-11-22', '2026-11-09..2026-11-15'],
  ['lastWeek', '2026-01-05', '2025-12-29..2026-01-04'],
  ['thisMonth', '2026-11-20', '2026-11-01..2026-11-20'],
  ['thisMonth', '2026-12-01', '2026-12-01..2026-12-01'],
  ['lastMonth', '2026-03-31', '2026-02-01..2026-02-28'],
  ['lastMonth', '2028-03-31', '2028-02-01..2028-02-29'],
  ['lastMonth', '2100-03-15', '2100-02-01..2100-02-28'],
  ['lastMonth', '2026-01-15', '2025-12-01..2025-12-31'],
  ['thisYear', '2026-11-20', '2026-01-01..2026-11-20'],
  ['always', '2026-11-20', '..'],
])('%s on %s is %s', (name, today, expected) => {
  expect(from(name, today)).toBe(expected);
});

it('goes by the day of the firm, whatever day it is where the device stands', () => {
  const lateInMoscow = Date.parse('2026-11-30T22:30:00Z');
  const today = (zone: string) => toWallClock(lateInMoscow, zone).slice(0, 10);
  expect(from('thisMonth', today('Europe/Moscow'))).toBe('2026-12-01..2026-12-01');
  expect(from('thisMonth', today('Europe/Kaliningrad'))).toBe('2026-12-01..2026-12-01');
  expect(from('thisMonth', today('America/New_York'))).toBe('2026-11-01..2026-11-30');
});
