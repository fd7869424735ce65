import papa from 'papaparse';
import { toWallClock } from '#kit/date.ts';
import type { ExportColumn } from './export-sets.ts';

type ExportFormat = 'csv' | 'jsonl';

/** A row as the database gives it: every value a text. */
type ExportRow = Readonly<Record<string, string | null>>;

const BOM = '\uFEFF';

/** What a spreadsheet would run. A bare negative number is none, and stays a number. */
const FORMULA = /^(?!-\d+(?:,\d+)?$)[=+\-@\t\r]/;

/** What a Russian spreadsheet expects: `;`, CRLF, a decimal comma. */
const DIALECT = { delimiter: ';', newline: '\r\n', escapeFormulae: FORMULA } as const;

/** What stands above the rows. */
export function headOf(format: ExportFormat, columns: readonly ExportColumn[]): string {
  return format === 'csv' ? `${BOM}${papa.unparse([columns.map(({ title }) => title)], DIALECT)}\r\n` : '';
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
  return `${papa.unparse(cells, DIALECT)}\r\n`;
}

function shownValue(value: string | null, kind: ExportColumn['kind'], zone: string): string | null {
  if (value === null) return null;
  if (kind === 'money') return roubles(value);
  return kind === 'moment' ? toWallClock(Date.parse(value), zone) : value;
}

/** Kopecks to roubles as texts: a sum of sums may be longer than a number is exact. */
function roubles(kopecks: string): string {
  const digits = kopecks.replace('-', '').padStart(3, '0');
  return `${kopecks.startsWith('-') ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
