import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkRules, takes, texts } from '#tests/support/rule-table.ts';
import { after, before, dateBetween, dateFormat } from './dates.ts';

checkRules({
  'dateFormat()': [
    dateFormat(),
    ['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', new Date(0)],
    [
      ...texts('2026-02-29 | 1900-02-29 | 2100-02-29 | 2026-02-30 | 2026-04-31 | 2026-13-01 | 2026-00-10'),
      ...texts('2026-01-00 | 2026-01-32 | 26-01-31 | 2026-1-31 | 31.01.2026 | вчера | today | 0000-01-01'),
      ...texts('2026-01-31T00:00'),
      ...[' 2026-01-31', '2026-01-31 ', ' ', 20260131, new Date(Number.NaN)],
    ],
  ],
  "dateFormat('dd.MM.yyyy')": [
    dateFormat('dd.MM.yyyy'),
    ['31.01.2026', '29.02.2024', '01.12.1890'],
    [...texts('31-01-2026 | 2026-01-31 | 29.02.2026 | 1.1.2026 | 01.13.2026 | 31x01x2026 | 32.01.2026'), ' '],
  ],
  "dateFormat('DD/MM/YYYY')": [
    dateFormat('DD/MM/YYYY'),
    ['31/01/2026', '29/02/2028'],
    ['01/31/2026', '31.01.2026', '29/02/2027', ' '],
  ],
  "dateFormat('yyyy-MM-dd HH:mm')": [
    dateFormat('yyyy-MM-dd HH:mm'),
    ['2026-01-31 00:00', '2026-01-31 23:59'],
    ['2026-01-31', '2026-01-31 24:00', '2026-01-31 12:60', '2026-01-31 1:00', '2026-02-29 10:00'],
  ],
  "dateFormat('yyyy-mm-ddTHH:mm:ss') has a month in MM only": [
    dateFormat('yyyy-MM-ddTHH:mm:ss'),
    ['2026-01-31T10:20:30', '2024-02-29T00:00:00'],
    ['2026-01-31 10:20:30', '2026-01-31T10:20:60', '2026-01-31T10:20', '2026-31-01T10:20:30'],
  ],
  "dateFormat('mm/yyyy')": [
    dateFormat('mm/yyyy'),
    ['01/2026', '12/1999'],
    ['13/2026', '00/2026', '1/2026', '01.2026', '2026/01'],
  ],
  "after('2026-01-31')": [
    after('2026-01-31'),
    ['2026-02-01', '2027-01-01', '9999-12-31', '2028-02-29'],
    ['2026-01-31', '2026-01-30', '1999-12-31', '2026-02-30', 'завтра', ' ', '01.02.2026', 20270101],
  ],
  "after('2026-01-31', 'inclusive')": [
    after('2026-01-31', 'inclusive'),
    ['2026-01-31', '2026-02-01'],
    ['2026-01-30', '2025-12-31', '2026-13-01', 'сегодня', ' '],
  ],
  "after('31.12.2025', 'exclusive', 'dd.MM.yyyy') compares dates, not texts": [
    after('31.12.2025', 'exclusive', 'dd.MM.yyyy'),
    ['01.01.2026', '29.02.2028'],
    ['31.12.2025', '30.12.2025', '31.12.2024', '2026-01-01', '29.02.2026'],
  ],
  "before('2026-03-01')": [
    before('2026-03-01'),
    ['2026-02-28', '0001-01-01', '2024-02-29'],
    ['2026-03-01', '2026-03-02', '2026-02-29', '3000-01-01', 'вчера', ' '],
  ],
  "before('2026-03-01', 'inclusive')": [
    before('2026-03-01', 'inclusive'),
    ['2026-03-01', '2026-02-28'],
    ['2026-03-02', '2027-01-01', '2026-02-29', ' ', 'x'],
  ],
  "dateBetween('2026-01-01', '2026-01-10')": [
    dateBetween('2026-01-01', '2026-01-10'),
    ['2026-01-02', '2026-01-09'],
    ['2026-01-01', '2026-01-10', '2025-12-31', '2026-01-11', '2026-01-32', ' ', 'x'],
  ],
  "dateBetween(…, '[)')": [
    dateBetween('2026-01-01', '2026-01-10', '[)'),
    ['2026-01-01', '2026-01-09'],
    ['2026-01-10', '2025-12-31', '2026-01-11', 'x'],
  ],
  "dateBetween(…, '(]')": [
    dateBetween('2026-01-01', '2026-01-10', '(]'),
    ['2026-01-10', '2026-01-02'],
    ['2026-01-01', '2025-12-31', '2026-01-11', 'x'],
  ],
  "dateBetween(…, '[]')": [
    dateBetween('2026-01-01', '2026-01-10', '[]'),
    ['2026-01-01', '2026-01-10', '2026-01-05'],
    ['2025-12-31', '2026-01-11', 'x', ' '],
  ],
});

it.each([
  ['an unknown letter', 'd.M.yy'],
  ['the name of a month', 'dd MMMM yyyy'],
  ['a part twice', 'yyyy-MM-mm'],
  ['no part at all', '--'],
])('says to the developer at once that a format has %s', (_, format) => {
  expect(() => dateFormat(format)).toThrow('is no date format');
});

it.each([
  ['()', false, false],
  ['[)', true, false],
  ['(]', false, true],
  ['[]', true, true],
] as const)('the brackets %s say which ends belong to a range', (brackets, first, last) => {
  const rule = dateBetween('2026-01-01', '2026-01-10', brackets);
  expect([takes(rule, '2026-01-01'), takes(rule, '2026-01-10')]).toEqual([first, last]);
});

it('says to the developer at once that an end of a range is no date', () => {
  expect(() => dateBetween('2026-01-01', '2026-02-29')).toThrow('date_between needs dates in yyyy-mm-dd');
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('means by today the day of checking, not the day of composing', () => {
  vi.setSystemTime(new Date(2026, 0, 31, 12));
  const untilToday = before('today', 'inclusive');
  expect(takes(untilToday, '2026-01-31')).toBe(true);
  expect(takes(untilToday, '2026-02-01')).toBe(false);
  vi.setSystemTime(new Date(2026, 1, 1, 0, 1));
  expect(takes(untilToday, '2026-02-01')).toBe(true);
});

it('compares whole days with today, also in a format with a time', () => {
  vi.setSystemTime(new Date(2026, 0, 31, 12));
  const format = 'yyyy-MM-dd HH:mm';
  expect(takes(before('today', 'inclusive', format), '2026-01-31 23:59')).toBe(true);
  expect(takes(after('today', 'exclusive', format), '2026-01-31 23:59')).toBe(false);
  expect(takes(after('today', 'exclusive', format), '2026-02-01 00:00')).toBe(true);
});

it('reads a date object by the clock of the device', () => {
  expect(takes(dateBetween('2026-01-01', '2026-01-03'), new Date(2026, 0, 2))).toBe(true);
  expect(takes(after('2026-01-02'), new Date(2026, 0, 2))).toBe(false);
});
