import { type Column, textOf } from './column.ts';
import { totalOf } from './totals.ts';

/** So many rows, spread over all of them, tell how wide a column is. */
const SAMPLES = 60;

/** Characters: a cell needs room for a few, and what is longer than that ends in dots. */
const NARROWEST = 7;
const WIDEST = 30;

/** The sign of sorting beside the title. */
const SORT_SIGN = 3;

/** How many characters each column is wide, guessed once: in a long table no row may change them. */
export function widthsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): number[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLES));
  const samples = rows.filter((_, index) => index % step === 0);
  return columns.map(column => widthOf(column, samples, totalOf(column, rows)));
}

function widthOf<Row>(column: Column<Row>, samples: readonly Row[], total: string): number {
  const titled = column.title.length + SORT_SIGN + 1;
  if (column.width !== undefined) return Math.max(titled, column.width);
  const longest = Math.max(0, ...samples.map(row => textOf(column, row).length));
  return Math.max(NARROWEST, titled, total.length + 1, Math.min(WIDEST, longest));
}
