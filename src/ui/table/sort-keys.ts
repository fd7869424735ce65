import { toKopecks } from '#kit/money.ts';
import { type CellValue, type Column, isEmpty, type Kind } from './column.ts';
import { rankTexts } from './rank.ts';

const COLLATOR = new Intl.Collator('ru', { numeric: true });

/** By index of the row: what the rows are ordered by. Undefined is empty, and stands last in both directions. */
type SortKeys = readonly (number | undefined)[];

type Making = { steps: Generator<void, SortKeys>; done?: SortKeys };

/** By list of rows and by column, so that nothing is computed twice and nothing outlives its rows. */
const known = new WeakMap<object, WeakMap<object, Making>>();

/** The keys of a column, at once; those that were begun while the page had time are brought to their end. */
export function sortKeysOf<Row>(rows: readonly Row[], column: Column<Row>): SortKeys {
  const making = makingOf(rows, column);
  while (!making.done) step(making);
  return making.done;
}

/** Makes the keys of a column ready in small steps; each `yield` is a moment at which it can be put off. */
export function* prepareSortKeys<Row>(rows: readonly Row[], column: Column<Row>): Generator<void, void> {
  const making = makingOf(rows, column);
  while (!making.done) {
    step(making);
    yield;
  }
}

function makingOf<Row>(rows: readonly Row[], column: Column<Row>): Making {
  const ofRows = known.get(rows) ?? new WeakMap<object, Making>();
  known.set(rows, ofRows);
  const making = ofRows.get(column) ?? { steps: makeKeys(rows, column) };
  ofRows.set(column, making);
  return making;
}

function step(making: Making): void {
  const { done, value } = making.steps.next();
  if (done) making.done = value;
}

function* makeKeys<Row>(rows: readonly Row[], column: Column<Row>): Generator<void, SortKeys> {
  const values = rows.map(row => column.value(row));
  yield;
  if (values.every(value => isEmpty(value) || Number.isFinite(numberOf(value, column.kind)))) {
    return values.map(value => (isEmpty(value) ? undefined : numberOf(value, column.kind)));
  }
  const texts = values.filter(value => !isEmpty(value)).map(String);
  const ranks = yield* rankTexts(texts, column.kind === 'date' ? byCodeUnit : COLLATOR.compare);
  return values.map(value => (isEmpty(value) ? undefined : ranks.get(String(value))));
}

/** A number of a text column stays one, but the text '12' in it is a text: it may stand beside «12а». */
function numberOf(value: CellValue, kind: Kind = 'text'): number {
  if (kind === 'money' && !isEmpty(value)) return toKopecks(value);
  if (typeof value === 'number') return value;
  return kind === 'number' || kind === 'code' ? Number(value) : Number.NaN;
}

/** Wall clock sorts as it stands, and a thousand times faster than with a collator. */
function byCodeUnit(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
