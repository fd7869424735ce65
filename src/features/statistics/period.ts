import { type Period, type PeriodName, weekday } from '#domain/period.ts';
import { DAY_MS } from '#kit/clock.ts';
import { dayAfter, daysInMonth, formatDate, twoDigits } from '#kit/date.ts';

/** The periods that take one press, in the order in which they are offered. */
export const PRESETS = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'always',
] as const satisfies readonly PeriodName[];
export type Preset = (typeof PRESETS)[number];

/** Also of a period that begins nowhere: '' comes first. */
const NO_FIRM_YET = '1900';

/**
 * What a period is compared with: the same part of the months, the years or the week before, otherwise as many days just
 * before. «1–23 ноября» with «1–23 октября», all of March with all of February. Null while nobody said where it begins.
 */
export function periodBefore({ dateFrom, dateTo }: Period, today: string): Period | null {
  const last = dateTo === '' ? today : dateTo;
  if (dateFrom < NO_FIRM_YET || dateFrom > last) return null;
  const months = monthsBack(dateFrom, last);
  if (months > 0) return { dateFrom: monthsBefore(dateFrom, months), dateTo: monthsBefore(last, months) };
  const days = (Date.parse(last) - Date.parse(dateFrom)) / DAY_MS + 1;
  const isPartOfWeek = days > 1 && days <= 7 && weekday(dateFrom) === 0;
  const back = isPartOfWeek ? 7 : days;
  return { dateFrom: dayAfter(dateFrom, -back), dateTo: dayAfter(last, -back) };
}

/** How many months lie between a period of months or years and the one before; 0 for any other. */
function monthsBack(first: string, last: string): number {
  // A single day is compared with the day before, be it the first of a month.
  if (!first.endsWith('-01') || first === last) return 0;
  const [from, to] = [monthNumber(first), monthNumber(last)];
  const months = to - from + 1;
  const isOfYears = from % 12 === 0 && months > 1;
  return isOfYears ? Math.ceil(months / 12) * 12 : months;
}

function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/** The same day so many months before; the last day of a month stays one, and no month gets more days than it has. */
function monthsBefore(text: string, months: number): string {
  const number = monthNumber(text) - months;
  const [year, month, day] = [Math.floor(number / 12), (number % 12) + 1, Number(text.slice(8))];
  const isLast = day === daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
  const length = daysInMonth(year, month);
  return `${year}-${twoDigits(month)}-${twoDigits(isLast ? length : Math.min(day, length))}`;
}

/** «1–23 октября 2026», «6 октября – 2 ноября 2026», «с 1 ноября 2026», «все время»; without the year that `today` is of. */
export function formatPeriod({ dateFrom, dateTo }: Period, today = ''): string {
  if (dateFrom === '') return dateTo === '' ? 'все время' : `по ${formatDate(dateTo)}`;
  if (dateTo === '') return `с ${formatDate(dateFrom)}`;
  const isOneYear = dateFrom.slice(0, 4) === dateTo.slice(0, 4);
  const hasYear = !isOneYear || dateTo.slice(0, 4) !== today.slice(0, 4);
  const end = hasYear ? formatDate(dateTo) : withoutYear(dateTo);
  if (dateFrom === dateTo) return end;
  if (dateFrom.slice(0, 7) === dateTo.slice(0, 7)) return `${Number(dateFrom.slice(8))}–${end}`;
  return `${isOneYear ? withoutYear(dateFrom) : formatDate(dateFrom)} – ${end}`;
}

function withoutYear(day: string): string {
  return formatDate(day).replace(` ${day.slice(0, 4)}`, '');
}

/** Whether this is a day of the calendar, 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (!year || !month || !day || month > 12) return false;
  return day <= daysInMonth(year, month);
}
