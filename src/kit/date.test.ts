import { describe, expect, it } from 'vitest';
import {
  dayAfter,
  daysInMonth,
  findOffset,
  formatDate,
  formatDay,
  formatMoment,
  formatShortDate,
  formatTime,
  MONTHS_GENITIVE,
  toWallClock,
  trustOffset,
} from './date.ts';

describe('formatDate', () => {
  it.each([
    ['2026-11-20', '20 ноября 2026'],
    ['2026-11-20 09:05:00', '20 ноября 2026'],
    ['2026-05-01', '1 мая 2026'],
    ['2026-5-1', '1 мая 2026'],
    ['2024-02-29', '29 февраля 2024'],
    ['2000-02-29', '29 февраля 2000'],
    ['1890-01-31', '31 января 1890'],
    ['2046-12-31', '31 декабря 2046'],
  ])('%s is «%s»', (text, date) => {
    expect(formatDate(text)).toBe(date);
  });

  it.each([
    ['2026-11-20 09:05:00', '20 ноября 2026, 09:05'],
    ['2026-11-20 9:5', '20 ноября 2026, 09:05'],
    ['2026-11-20T23:59', '20 ноября 2026, 23:59'],
    ['2026-11-20 00:00:00', '20 ноября 2026, 00:00'],
    ['2026-11-20 09:05:00.000000', '20 ноября 2026, 09:05'],
    ['2026-11-20', '20 ноября 2026'],
  ])('%s with its time is «%s»', (text, date) => {
    expect(formatDate(text, true)).toBe(date);
  });

  it.each([
    ...['', 'вчера', '20.11.2026', '2026-11-20 и дальше', '2026-11-20T09:05:00Z', '0000-00-00 00:00:00'],
    ...['2026-13-01', '2026-00-10', '2026-01-00', '2026-01-32', '2026-02-31', '2025-02-29', '1900-02-29'],
    ...['2026-04-31', '2026-11-20 24:00', '2026-11-20 10:60'],
  ])('returns what it cannot read as it came: «%s»', text => {
    expect(formatDate(text)).toBe(text);
    expect(formatDate(text, true)).toBe(text);
  });

  it('names each month in the genitive', () => {
    const named = MONTHS_GENITIVE.map((_month, index) => formatDate(`2026-${index + 1}-02`));
    expect(named).toEqual(MONTHS_GENITIVE.map(month => `2 ${month} 2026`));
    expect(new Set(MONTHS_GENITIVE).size).toBe(12);
  });
});

it.each([
  ['2026-11-20 09:05:00', '2026-11-20 23:00:00', 'Сегодня, 20 ноября 2026'],
  ['2026-11-20', '2026-11-20', 'Сегодня, 20 ноября 2026'],
  ['2026-11-19', '2026-11-20', 'Вчера, 19 ноября 2026'],
  ['2025-12-31', '2026-01-01 00:10:00', 'Вчера, 31 декабря 2025'],
  ['2024-02-29 10:00:00', '2024-03-01', 'Вчера, 29 февраля 2024'],
  ['2026-02-28', '2026-03-01', 'Вчера, 28 февраля 2026'],
  ['2026-11-18', '2026-11-20', '18 ноября 2026'],
  ['2026-11-18 10:00:00', '2026-11-20', '18 ноября 2026'],
  ['2026-11-21', '2026-11-20', '21 ноября 2026'],
  ['когда-то давно', '2026-11-20', 'когда-то давно'],
])('formatDay: %s on %s is «%s»', (text, now, day) => {
  expect(formatDay(text, now)).toBe(day);
});

it('tells the time of a moment, and none of a day', () => {
  const times = ['2026-11-20 09:05:00', '2026-11-20 9:05', '2026-11-20T00:00:00', '2026-11-20', 'вчера'];
  expect(times.map(formatTime)).toEqual(['09:05', '09:05', '00:00', '', '']);
});

it.each([
  ['2026-11-20', 1, '2026-11-21'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
])('%s and %d days is %s', (day, days, other) => {
  expect(dayAfter(day, days)).toBe(other);
});

it('knows the days of a month, and leap years', () => {
  expect([1, 4, 2].map(month => daysInMonth(2026, month))).toEqual([31, 30, 28]);
  expect([2024, 2000, 1900].map(year => daysInMonth(year, 2))).toEqual([29, 29, 28]);
});

it('converts an instant to the wall clock of the firm', () => {
  expect(toWallClock(Date.parse('2026-11-20T12:12:39Z'), 'Europe/Moscow')).toBe('2026-11-20 15:12:39');
});

it.each([
  ['2026-11-20 09:05:00', 'Сегодня', 'в 09:05'],
  ['2026-11-20', 'Сегодня', 'сегодня'],
  ['2026-11-19 23:59:00', 'Вчера', 'вчера, 23:59'],
  ['2026-11-18 09:05:00', '18 ноября', '18 ноября, 09:05'],
  ['2026-12-05', '5 декабря', '5 декабря'],
  ['2025-11-20 09:05:00', '20 ноября 2025', '20 ноября 2025, 09:05'],
  ['0000-00-00 00:00:00', '0000-00-00 00:00:00', '0000-00-00 00:00:00'],
  ['когда-то в 2026', 'когда-то в 2026', 'когда-то в 2026'],
])('formatShortDate: %s is «%s», as a moment «%s»', (text, day, moment) => {
  expect(formatShortDate(text, '2026-11-20 14:00:00')).toBe(day);
  expect(formatMoment(text, '2026-11-20 14:00:00')).toBe(moment);
});

it.each(['Europe/Berlin', 'Asia/Kolkata', 'America/Sao_Paulo'])(
  'the offset that was found says what the calendar of %s says, also where the clock is set',
  zone => {
    for (const day of ['2026-03-28T22:30:00Z', '2026-03-29T00:30:00Z', '2026-10-24T23:59:59.999Z']) {
      const now = Date.parse(day);
      const found = findOffset(zone, now);
      expect(found.from).toBeLessThan(found.until);
      const instants = Array.from({ length: 400 }, (_, at) => now + (at - 200) * 4 * 3_600_000);
      const byCalendar = instants.map(instant => toWallClock(instant, zone));
      trustOffset(found);
      expect(instants.map(instant => toWallClock(instant, zone))).toEqual(byCalendar);
      trustOffset(null);
    }
  },
);
