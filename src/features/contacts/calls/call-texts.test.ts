import { expect, test } from 'vitest';
import { callBackDays, describeCallBack } from './call-texts.ts';

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
  ['2026-12-05', '5 декабря', false],
  ['2026-11-29 18:00:00', 'Просрочено: вчера', true],
  ['2026-11-18', 'Просрочено: 18 ноября', true],
])('%s is told as «%s»', (callBackOn, text, isOverdue) => {
  expect(describeCallBack(callBackOn, NOW)).toEqual({ text, isOverdue });
});
