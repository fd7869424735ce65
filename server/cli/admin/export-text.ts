import papa from 'papaparse';
import { CSV_DIALECT, CSV_START } from '#kit/csv.ts';
import { toWallClock } from '#kit/date.ts';
import type { ExportColumn } from './export-sets.ts';

type ExportFormat = 'csv' | 'jsonl';

/** A row as the database gives it: every value a text. */
export type ExportRow = Readonly<Record<string, string | null>>;

/** What stands above the rows. */
export function headOf(format: ExportFormat, columns: readonly ExportColumn[]): string {
  return format === 'csv'
    ? `${CSV_START}${papa.unparse([columns.map(({ title }) => title)], CSV_DIALECT)}\r\n`
    : '';
}

/** Rows as text, each line ended. */
export function textOfRows(
  rows: readonly ExportRow[],
  { format, columns, zone }: { format: ExportFormat; columns: readonly ExportColumn[]; zone: string },
): string {
  const records = rows.map(row =>
    columns.map(({ key, kind }) => [key, shownValue(row[key] ?? null, kind, zone)] as const),
  );
  if (format === 'jsonl')
    return records.map(pairs => `${JSON.stringify(Object.fromEntries(pairs))}\n`).join('');
  const money = new Set(columns.filter(({ kind }) => kind === 'money').map(({ key }) => key));
  const cells = records.map(pairs =>
    pairs.map(([key, value]) => (money.has(key) ? (value ?? '').replace('.', ',') : (value ?? ''))),
  );
  return `${papa.unparse(cells, CSV_DIALECT)}\r\n`;
}

/** A value as people read it: roubles, the firm's clock. */
export function shownValue(value: string | null, kind: ExportColumn['kind'], zone: string): string | null {
  if (value === null) return null;
  if (kind === 'money') return roubles(value);
  return kind === 'moment' ? toWallClock(Date.parse(value), zone) : value;
}

/** Kopecks to roubles as texts: a sum of sums may be longer than a number is exact. */
function roubles(kopecks: string): string {
  const digits = kopecks.replace('-', '').padStart(3, '0');
  return `${kopecks.startsWith('-') ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
