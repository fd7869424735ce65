import { DAY_MS } from '#kit/clock.ts';
import { dayAfter, daysInMonth } from '#kit/date.ts';

/** Days of the firm, both inclusive; '' leaves that end open. */
export type Period = { dateFrom: string; dateTo: string };

/** The periods that take one press, in the order in which they are offered. */
export const PRESETS = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'always',
] as const;
export type Preset = (typeof PRESETS)[number];

/** The days of a preset. A week begins on Monday; what is not over yet ends today, as no later day can be asked for. */
export function periodOf(preset: Preset, today: string): Period {
  const yesterday = dayAfter(today, -1);
  const monday = dayAfter(today, -weekday(today));
  const endOfLastMonth = dayAfter(firstOfMonth(today), -1);
  const periods: Record<Preset, Period> = {
    today: { dateFrom: today, dateTo: today },
    yesterday: { dateFrom: yesterday, dateTo: yesterday },
    thisWeek: { dateFrom: monday, dateTo: today },
    lastWeek: { dateFrom: dayAfter(monday, -7), dateTo: dayAfter(monday, -1) },
    thisMonth: { dateFrom: firstOfMonth(today), dateTo: today },
    lastMonth: { dateFrom: firstOfMonth(endOfLastMonth), dateTo: endOfLastMonth },
    always: { dateFrom: '', dateTo: '' },
  };
  return periods[preset];
}

/** As many days as the period has, just before it; null while it is open at an end. */
export function periodBefore({ dateFrom, dateTo }: Period): Period | null {
  if (dateFrom === '' || dateTo === '' || dateFrom > dateTo) return null;
  const days = (Date.parse(dateTo) - Date.parse(dateFrom)) / DAY_MS + 1;
  return { dateFrom: dayAfter(dateFrom, -days), dateTo: dayAfter(dateFrom, -1) };
}

/** Whether this is a day of the calendar, 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (!year || !month || !day || month > 12) return false;
  return day <= daysInMonth(year, month);
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Days since Monday. */
function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}
