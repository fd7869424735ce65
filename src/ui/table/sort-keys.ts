import { toKopecks } from '#kit/money.ts';
import { type CellValue, type Column, isEmpty, type Kind } from './column.ts';

const COLLATOR = new Intl.Collator('ru', { numeric: true });

/** By index of the row: what the rows are ordered by. Undefined is empty, and stands last in both directions. */
export function sortKeysOf<Row>(rows: readonly Row[], column: Column<Row>): (number | undefined)[] {
  if (column.order) return rows.map(column.order);
  const values = rows.map(row => column.value(row));
  if (values.every(value => isEmpty(value) || Number.isFinite(numberOf(value, column.kind)))) {
    return values.map(value => (isEmpty(value) ? undefined : numberOf(value, column.kind)));
  }
  const texts = new Set(values.filter(value => !isEmpty(value)).map(String));
  // Wall clock sorts as it stands, and a thousand times faster than with a collator.
  const sorted = [...texts].sort(column.kind === 'date' ? undefined : COLLATOR.compare);
  const ranks = new Map(sorted.map((text, rank) => [text, rank]));
  return values.map(value => (isEmpty(value) ? undefined : ranks.get(String(value))));
}

/** A number of a text column stays one, but the text '12' in it is a text: it may stand beside «12а». */
function numberOf(value: CellValue, kind: Kind = 'text'): number {
  if (kind === 'money' && !isEmpty(value)) return toKopecks(value);
  if (typeof value === 'number') return value;
  return kind === 'number' || kind === 'code' ? Number(value) : Number.NaN;
}
