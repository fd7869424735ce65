import { type Column, formatValue } from './column.ts';

/** Whether any of these columns has a total. */
export function hasTotals<Row>(columns: readonly Column<Row>[]): boolean {
  return columns.some(column => column.total !== undefined);
}

/** The total of a column over these rows, as it is shown; empty where it has none. */
export function totalOf<Row>(column: Column<Row>, rows: readonly Row[]): string {
  return column.total ? formatValue(column.total(rows), column.kind) : '';
}
