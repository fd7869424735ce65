import { describe, expect, it, test } from 'vitest';
import { formatPeriod, isDay, periodBefore } from './period.ts';

const TODAY = '2026-11-23';
const period = (text: string) => {
  const [dateFrom = '', dateTo = ''] = text.split('..');
  return { dateFrom, dateTo };
};

describe('a period is compared with', () => {
  it.each([
    ['the same part of the month before', '2026-11-01..2026-11-23', '2026-10-01..2026-10-23'],
    ['as much of it as that month has', '2026-03-01..2026-03-30', '2026-02-01..2026-02-28'],
    ['all of it where the month is whole', '2026-03-01..2026-03-31', '2026-02-01..2026-02-28'],
    ['all of it where the month is the shorter one', '2026-02-01..2026-02-28', '2026-01-01..2026-01-31'],
    ['29 days in a leap year', '2028-03-01..2028-03-31', '2028-02-01..2028-02-29'],
    ['the month before over a new year', '2026-01-01..2026-01-20', '2025-12-01..2025-12-20'],
    ['the quarter before', '2026-07-01..2026-09-30', '2026-04-01..2026-06-30'],
    ['the same part of the year before', '2026-01-01..2026-11-23', '2025-01-01..2025-11-23'],
    ['the year before', '2026-01-01..2026-12-31', '2025-01-01..2025-12-31'],
    ['the two years before', '2025-01-01..2026-11-23', '2023-01-01..2024-11-23'],
    ['a shorter February of the year before', '2028-01-01..2028-02-29', '2027-01-01..2027-02-28'],
    ['the same days of the week before', '2026-11-16..2026-11-19', '2026-11-09..2026-11-12'],
    ['the week before', '2026-11-16..2026-11-22', '2026-11-09..2026-11-15'],
    ['the day before', '2026-11-23..2026-11-23', '2026-11-22..2026-11-22'],
    ['the day before, on the first of a month too', '2026-12-01..2026-12-01', '2026-11-30..2026-11-30'],
    ['as many days just before otherwise', '2026-11-05..2026-11-18', '2026-10-22..2026-11-04'],
    ['what ends today where no end is set', '2026-11-01..', '2026-10-01..2026-10-23'],
  ])('%s', (_words, asked, expected) => {
    expect(periodBefore(period(asked), TODAY)).toEqual(period(expected));
  });

  it.each(['..2026-11-20', '..', '2026-11-20..2026-11-19'])('nothing: %s', asked => {
    expect(periodBefore(period(asked), TODAY)).toBeNull();
  });
});

test.each([
  ['2026-11-01..2026-11-23', '1–23 ноября', '1–23 ноября 2026'],
  ['2026-11-23..2026-11-23', '23 ноября', '23 ноября 2026'],
  ['2026-10-06..2026-11-02', '6 октября – 2 ноября', '6 октября – 2 ноября 2026'],
  ['2025-12-29..2026-01-04', '29 декабря 2025 – 4 января 2026', '29 декабря 2025 – 4 января 2026'],
  ['2025-11-01..2025-11-23', '1–23 ноября 2025', '1–23 ноября 2025'],
  ['2026-11-01..', 'с 1 ноября 2026', 'с 1 ноября 2026'],
  ['..2026-11-01', 'по 1 ноября 2026', 'по 1 ноября 2026'],
  ['..', 'все время', 'все время'],
])('%s is told as «%s», in a document as «%s»', (asked, onScreen, inDocument) => {
  expect([formatPeriod(period(asked), TODAY), formatPeriod(period(asked))]).toEqual([onScreen, inDocument]);
});

test.each([
  ['2026-11-20', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-11-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-1-1', false],
  ['2026-11-20T10:00', false],
  ['0000-01-01', false],
  ['вчера', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});
