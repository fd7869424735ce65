import { expect, it } from 'vitest';
import { endOfDay, startOfDay } from './firm-days.ts';

it.each([
  ['an ordinary day', '2026-11-20', 'Europe/Moscow', '2026-11-19T21:00Z', '2026-11-20T21:00Z'],
  ['UTC itself', '2026-11-20', 'UTC', '2026-11-20T00:00Z', '2026-11-21T00:00Z'],
  ['far in the east', '2026-11-20', 'Asia/Kamchatka', '2026-11-19T12:00Z', '2026-11-20T12:00Z'],
  ['the last day of a year', '2026-12-31', 'Europe/Moscow', '2026-12-30T21:00Z', '2026-12-31T21:00Z'],
  ['a day of 23 hours', '2026-03-29', 'Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
  ['a day of 25 hours', '2026-10-25', 'Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
  ['a day without midnight', '2026-04-24', 'Africa/Cairo', '2026-04-23T22:00Z', '2026-04-24T21:00Z'],
  ['a day with two midnights', '2026-11-01', 'America/Havana', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
  [
    ...['the day after an hour told twice', '2018-02-18', 'America/Sao_Paulo'],
    ...['2018-02-18T03:00Z', '2018-02-19T03:00Z'],
  ] as const,
  ['a day that there never was', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00Z', '2011-12-30T10:00Z'],
])('%s', (_, day, zone, start, end) => {
  expect(startOfDay(day, zone)).toEqual(new Date(start));
  expect(endOfDay(day, zone)).toEqual(new Date(end));
});

it('reads days that no order can have as the first and the last that one can', () => {
  for (const day of ['0000-01-01', '0999-12-31', '1900-01-01']) {
    expect(endOfDay(day, 'Europe/Moscow').getTime()).toBeLessThan(Date.parse('1970-01-04'));
  }
  for (const day of ['9998-12-31', '9999-12-31']) {
    expect(endOfDay(day, 'Europe/Moscow').getTime()).toBeGreaterThan(Date.parse('9998-12-29'));
  }
});
