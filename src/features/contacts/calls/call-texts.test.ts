import { expect, test } from 'vitest';
import { callBackDays, describeCallBack, describeCallTime } from './call-texts.ts';

const NOW = '2026-11-30 23:50:00';

test('the days that are offered go over the end of a month', () => {
  expect(callBackDays(NOW)).toEqual({
    today: '2026-11-30',
    evening: '2026-11-30 18:00:00',
    tomorrow: '2026-12-01',
  });
});

test.each([
  ['2026-11-30', 'Сегодня', false],
  ['2026-11-30 18:00:00', 'Сегодня вечером', false],
  ['2026-12-01', 'Завтра', false],
  ['2026-12-05', '5 декабря 2026', false],
  ['2026-11-29 18:00:00', 'Просрочено: 29 ноября 2026', true],
])('%s is told as «%s»', (callBackOn, text, isOverdue) => {
  expect(describeCallBack(callBackOn, NOW)).toEqual({ text, isOverdue });
});

test.each([
  ['2026-11-30 14:05:10', 'сегодня, 14:05'],
  ['2026-11-29 09:00:00', 'вчера, 09:00'],
  ['2026-11-18 09:00:00', '18 ноября 2026, 09:00'],
  ['2026-12-02 09:00:00', '2 декабря 2026, 09:00'],
])('a call of %s was «%s»', (at, received) => {
  expect(describeCallTime(at, NOW)).toBe(received);
});
