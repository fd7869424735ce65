import { dayAfter, formatDate, formatTime, type WallClock } from '#kit/date.ts';
import { callTexts as texts } from './call-texts.ts';

const EVENING = ' 18:00:00';

/** The days that are offered for calling again, as Call.callBackOn holds them. `now` is wall clock. */
export function callBackDays(now: WallClock): { today: string; evening: string; tomorrow: string } {
  const today = now.slice(0, 10);
  return { today, evening: `${today}${EVENING}`, tomorrow: dayAfter(today) };
}

/** «Сегодня вечером», «Завтра», «Просрочено: 18 ноября 2026», otherwise the date. */
export function describeCallBack(callBackOn: string, now: WallClock): { text: string; isOverdue: boolean } {
  const { today, tomorrow } = callBackDays(now);
  const day = callBackOn.slice(0, 10);
  const evening = callBackOn.endsWith(EVENING) ? ` ${texts.evening}` : '';
  if (day < today) return { text: texts.overdue(formatDate(day)), isOverdue: true };
  if (day === today) return { text: `${texts.today}${evening}`, isOverdue: false };
  return { text: day === tomorrow ? texts.tomorrow : formatDate(day), isOverdue: false };
}

/** «сегодня, 14:05», «вчера, 14:05», «18 ноября 2026, 14:05». */
export function describeCallTime(at: WallClock, now: WallClock): string {
  const day = at.slice(0, 10);
  const time = formatTime(at);
  const today = now.slice(0, 10);
  if (day === today) return `${texts.today.toLowerCase()}, ${time}`;
  return dayAfter(day) === today ? `${texts.yesterday}, ${time}` : formatDate(at, true);
}
