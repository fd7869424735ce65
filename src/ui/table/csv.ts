import { CSV_DIALECT, CSV_START } from '#kit/csv.ts';
import { toKopecks } from '#kit/money.ts';
import { download, fileName } from '../download.ts';
import { type Column, isAmount, isEmpty } from './column.ts';

/** The rows as CSV for programs: `;`, every field in quotes, BOM, CRLF, decimal comma. */
export async function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Promise<string> {
  // Loaded when a file is asked for.
  const { default: papa } = await import('papaparse');
  const data = rows.map(row => columns.map(column => csvCell(column, row)));
  const fields = columns.map(({ title }) => title);
  return CSV_START + papa.unparse({ fields, data }, CSV_DIALECT);
}

/** Saves exactly what is given, in this order. */
export async function saveCsv<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const text = await csvOf(columns, rows);
  download({ text, name: fileName(name, 'csv', 'table'), type: 'text/csv;charset=utf-8' });
}

function csvCell<Row>(column: Column<Row>, row: Row): string {
  const { kind } = column;
  const value = column.value(row);
  if (isEmpty(value)) return '';
  if (kind === 'money') return csvMoney(value);
  return isAmount(kind) ? String(value).replace('.', ',') : String(value);
}

function csvMoney(value: string | number): string {
  const kopecks = toKopecks(value);
  return (kopecks / 100).toFixed(kopecks % 100 === 0 ? 0 : 2).replace('.', ',');
}
