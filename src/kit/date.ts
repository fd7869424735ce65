import { DAY_MS } from './clock.ts';
import { continueSentence } from './continue-sentence.ts';

/** The months as they stand in a date: «20 ноября». */
export const MONTHS_GENITIVE = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
] as const;

/** Wall-clock time of the firm: 'YYYY-MM-DD HH:MM:SS', or 'YYYY-MM-DD' for a day alone. Sorts as text. */
export type WallClock = string;

const WALL_CLOCK =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]([01]?\d|2[0-3]):([0-5]?\d)(?::[0-5]?\d(?:\.\d+)?)?)?$/;

/**
 * «20 ноября 2026», with time «20 ноября 2026, 09:05». Returns the original text if it cannot be read or if there is no
 * such day. Only wall clock is read: an instant goes through `toWallClock` first.
 */
export function formatDate(text: WallClock, withTime = false): string {
  const [, year, month, day, hour, minute] = WALL_CLOCK.exec(text) ?? [];
  const name = MONTHS_GENITIVE[Number(month) - 1];
  if (!name || Number(day) < 1 || Number(day) > daysInMonth(Number(year), Number(month))) return text;
  const date = `${Number(day)} ${name} ${year}`;
  return withTime && hour && minute ? `${date}, ${twoDigits(hour)}:${twoDigits(minute)}` : date;
}

/** «Сегодня, 20 ноября 2026», «Вчера, …», otherwise the bare date. `now` is wall clock too. */
export function formatDay(text: WallClock, now: WallClock): string {
  return [relativeDay(text, now), formatDate(text)].filter(Boolean).join(', ');
}

/**
 * «Сегодня», «Вчера», «18 ноября», «18 ноября 2025», with time «Сегодня, 09:05», for screens; headers of days and documents have
 * the whole date. `now` is wall clock too.
 */
export function formatShortDate(text: WallClock, now: WallClock, withTime = false): string {
  const date = formatDate(text);
  if (date === text) return text;
  const day = relativeDay(text, now) || date.replace(` ${now.slice(0, 4)}`, '');
  return [day, withTime && formatTime(text)].filter(Boolean).join(', ');
}

/** The same with its time, as it follows a word: «в 09:05» for today, «вчера, 09:05», «18 ноября, 09:05». */
export function formatMoment(text: WallClock, now: WallClock): string {
  return continueSentence(formatShortDate(text, now, true).replace('Сегодня,', 'в'));
}

function relativeDay(text: WallClock, now: WallClock): string {
  const [day, today] = [text.slice(0, 10), now.slice(0, 10)];
  if (day === today) return 'Сегодня';
  return day === dayAfter(today, -1) ? 'Вчера' : '';
}

/** «09:05», or '' for a day alone and for what cannot be read. */
export function formatTime(text: WallClock): string {
  const [, , , , hour, minute] = WALL_CLOCK.exec(text) ?? [];
  return hour && minute ? `${twoDigits(hour)}:${twoDigits(minute)}` : '';
}

/** The day so many days later, as 'YYYY-MM-DD'. */
export function dayAfter(day: WallClock, days = 1): WallClock {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days a month has; months count from 1. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** 9 → '09'. */
export function twoDigits(number: number | string): string {
  return String(number).padStart(2, '0');
}

/** A zone's clock was found to be so many milliseconds ahead of UTC between two instants (milliseconds since 1970). */
export type KnownOffset = { zone: string; aheadMs: number; from: number; until: number };

let known: KnownOffset | null = null;

/** Lets `toWallClock` do without the browser's calendar, which takes a cheap phone a tenth of a second to begin with. */
export function trustOffset(offset: KnownOffset | null): void {
  known = offset;
}

/** So far to either side an offset is looked at. */
const LOOKED_AT_MS = 30 * DAY_MS;

/** How far the zone's clock is ahead now, and for how long: looked at day by day, because it may be set on any. */
export function findOffset(zone: string, now: number): KnownOffset {
  const ahead = (at: number) =>
    Date.parse(`${calendarOf(zone).format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
  const aheadMs = ahead(now);
  let from = now;
  let until = now;
  while (from > now - LOOKED_AT_MS && ahead(from - DAY_MS) === aheadMs) from -= DAY_MS;
  while (until < now + LOOKED_AT_MS && ahead(until + DAY_MS) === aheadMs) until += DAY_MS;
  return { zone, aheadMs, from, until };
}

/** An instant (milliseconds since 1970) as wall clock of an IANA zone. */
export function toWallClock(instantMs: number, zone: string): WallClock {
  const isKnown = known?.zone === zone && instantMs >= known.from && instantMs <= known.until;
  if (!known || !isKnown) return calendarOf(zone).format(instantMs);
  return new Date(instantMs + known.aheadMs).toISOString().slice(0, 19).replace('T', ' ');
}

const calendars = new Map<string, Intl.DateTimeFormat>();

function calendarOf(zone: string): Intl.DateTimeFormat {
  let calendar = calendars.get(zone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    calendars.set(zone, calendar);
  }
  return calendar;
}
