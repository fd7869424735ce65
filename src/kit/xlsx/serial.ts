import { DAY_MS } from '../clock.ts';
import { formatDate, type WallClock } from '../date.ts';

/** Day 0 of spreadsheets, as far back as they agree. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** Below it is the day that only Excel has, 29 February 1900. */
const SERIAL_MIN = 61;

/** A wall clock as spreadsheets count days; undefined for what is none or is too early. */
export function serialOf(text: WallClock): number | undefined {
  if (formatDate(text) === text) return undefined;
  const [year = 0, month = 0, ...rest] = text.split(/[- T:]/).map(Number);
  const [day = 0, hour = 0, minute = 0, second = 0] = rest;
  const serial = (Date.UTC(year, month - 1, day, hour, minute, Math.floor(second)) - DAY_ZERO) / DAY_MS;
  return serial >= SERIAL_MIN ? serial : undefined;
}

/**
 * A day of a spreadsheet as people write it: «20.11.2026», with time «20.11.2026 09:05», a time alone «09:05»; before 1900
 * and after 9999, where spreadsheets have no days, its number.
 */
export function textOfDay(date: Date): string | number {
  const [, year, month, day, time = ''] = /^(\d{4})-(\d+)-(\d+)T(.{8})/.exec(date.toISOString()) ?? [];
  const serial = (date.getTime() - DAY_ZERO) / DAY_MS;
  // Without the day that only Excel has, the days before it come one later.
  if (serial < 1) return serial - 1;
  if (!year) return serial;
  const shown = time.replace(/:00$/, '');
  if (serial < 2) return shown;
  return [`${day}.${month}.${year}`, shown === '00:00' ? '' : shown].filter(Boolean).join(' ');
}
