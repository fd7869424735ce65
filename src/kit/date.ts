import { DAY_MS } from './clock.ts';

const MONTHS = [
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
];

/** Wall-clock time of the firm: 'YYYY-MM-DD HH:MM:SS', or 'YYYY-MM-DD' for a day alone. Sorts as text. */
export type WallClock = string;

const WALL_CLOCK = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?/;

/** «20 ноября 2026», with time «20 ноября 2026, 09:05». Returns the original text if it cannot be read. */
export function formatDate(text: WallClock, withTime = false): string {
  const [, year, month, day, hour, minute] = WALL_CLOCK.exec(text) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (!name) return text;
  const date = `${Number(day)} ${name} ${year}`;
  return withTime && hour ? `${date}, ${hour}:${minute}` : date;
}

/** «Сегодня, 20 ноября 2026», «Вчера, …», otherwise the bare date. `now` is wall clock too. */
export function formatDay(text: WallClock, now: WallClock): string {
  const day = text.slice(0, 10);
  if (day === now.slice(0, 10)) return `Сегодня, ${formatDate(day)}`;
  const yesterday = new Date(Date.parse(`${now.slice(0, 10)}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
  return day === yesterday ? `Вчера, ${formatDate(day)}` : formatDate(day);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** An instant (milliseconds since 1970) as wall clock of an IANA zone. */
export function toWallClock(instantMs: number, zone: string): WallClock {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formatters.set(zone, formatter);
  }
  return formatter.format(instantMs);
}
