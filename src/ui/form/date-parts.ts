import { daysInMonth, twoDigits } from '#kit/date.ts';

/** A date while it is chosen, as the values of three selects: '' is not chosen yet, '2026', '02', '09'. */
export type DateParts = { year: string; month: string; day: string };

const NO_DATE: DateParts = { year: '', month: '', day: '' };

/** The parts of 'YYYY-MM-DD'; of anything else none. */
export function partsOf(value: string): DateParts {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  return year && month && day ? { year, month, day } : NO_DATE;
}

/** 'YYYY-MM-DD', or '' as long as a part is missing. */
export function dateOf({ year, month, day }: DateParts): string {
  return year && month && day ? `${year}-${month}-${day}` : '';
}

/** A part chosen anew. A day that the month does not have is taken back: another one would be a guess. */
export function choosePart(parts: DateParts, chosen: Partial<DateParts>): DateParts {
  const next = { ...parts, ...chosen };
  return Number(next.day) > daysOf(next) ? { ...next, day: '' } : next;
}

/** How many days can be chosen; without a month 31, without a year the February of a leap year. */
export function daysOf({ year, month }: DateParts): number {
  return month === '' ? 31 : daysInMonth(Number(year || '2000'), Number(month));
}

/** The numbers from..to as values of a select; backwards if `from` is the larger one. */
export function numbers(from: number, to: number): string[] {
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => twoDigits(from + step * index));
}
