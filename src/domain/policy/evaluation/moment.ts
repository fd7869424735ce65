import { daysInMonth, twoDigits } from '#kit/date.ts';

/** A moment of the firm's wall clock, a whole day, or a time that comes every day; its ends sort as text. */
export type Moment = {
  readonly kind: 'moment' | 'time';
  readonly from: string;
  readonly to: string;
};

const DAY = /^(\d{4})-(\d\d)-(\d\d)(?:[ T]([^ ]+))?$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

/**
 * Reads `YYYY-MM-DD` (the whole day), `YYYY-MM-DD HH:mm[:ss]` (also with T) and `HH:mm[:ss]`; null for anything else
 * and for days that no calendar has.
 */
export function readMoment(text: string): Moment | null {
  const time = readTime(text);
  if (time) return { kind: 'time', from: time, to: time };
  const [, year, month, day, rest] = DAY.exec(text) ?? [];
  if (!isDay(Number(year), Number(month), Number(day))) return null;
  const date = `${year}-${month}-${day}`;
  if (rest === undefined) return { kind: 'moment', from: `${date} 00:00:00`, to: `${date} 23:59:59` };
  const clock = readTime(rest);
  return clock ? { kind: 'moment', from: `${date} ${clock}`, to: `${date} ${clock}` } : null;
}

function readTime(text: string): string | null {
  const [, hour, minute, second = '00'] = TIME.exec(text) ?? [];
  return hour && minute ? `${twoDigits(hour)}:${minute}:${second}` : null;
}

function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Whether a moment lies between two, ends included. Times of the day may pass midnight: 22:00–06:00. */
export function isBetween(at: string, from: Moment, to: Moment): boolean {
  const passesMidnight = from.kind === 'time' && from.from > to.to;
  return passesMidnight ? at >= from.from || at <= to.to : at >= from.from && at <= to.to;
}
