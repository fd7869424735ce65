import { dayAfter } from '#kit/date.ts';

/** Days of the firm, 'YYYY-MM-DD', both inclusive; '' leaves that end open. */
export type Period = { dateFrom: string; dateTo: string };

/** Periods that are asked for by name. */
export type PeriodName =
  | 'today'
  | 'yesterday'
  | 'thisWeek'
  | 'lastWeek'
  | 'thisMonth'
  | 'lastMonth'
  | 'thisYear'
  | 'always';

/** The days of a period. A week begins on Monday; what is not over yet ends today, as no later day can be asked for. */
export function periodOf(name: PeriodName, today: string): Period {
  const yesterday = dayAfter(today, -1);
  const monday = dayAfter(today, -weekday(today));
  const endOfLastMonth = dayAfter(firstOfMonth(today), -1);
  const periods: Record<PeriodName, Period> = {
    today: { dateFrom: today, dateTo: today },
    yesterday: { dateFrom: yesterday, dateTo: yesterday },
    thisWeek: { dateFrom: monday, dateTo: today },
    lastWeek: { dateFrom: dayAfter(monday, -7), dateTo: dayAfter(monday, -1) },
    thisMonth: { dateFrom: firstOfMonth(today), dateTo: today },
    lastMonth: { dateFrom: firstOfMonth(endOfLastMonth), dateTo: endOfLastMonth },
    thisYear: { dateFrom: `${today.slice(0, 4)}-01-01`, dateTo: today },
    always: { dateFrom: '', dateTo: '' },
  };
  return periods[name];
}

/** Days since Monday. */
export function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}
