import { useMemo } from 'react';
import type { Column, RowPlace, Sort } from './column.ts';
import { matcherOf } from './row-texts.ts';
import { sortKeysOf } from './sort-keys.ts';

type Shown<Row> = {
  rows: readonly Row[];
  /** All columns, hidden ones too: sorting by one that is hidden stays. */
  columns: readonly Column<Row>[];
  visible: readonly Column<Row>[];
  sort: Sort;
  text: string;
  placeOf: ((row: Row) => RowPlace) | undefined;
};

/** The rows that have what was typed in a column that can be seen, in the order that was asked for. */
export function useShownRows<Row extends object>(shown: Shown<Row>): readonly Row[] {
  const { rows, columns, visible, text, placeOf } = shown;
  const { id, desc } = shown.sort;
  const column = columns.find(each => each.id === id);
  const sortKeys = useMemo(() => (column ? sortKeysOf(rows, column) : []), [rows, column]);
  const matcher = useMemo(() => matcherOf(text, rows, visible), [text, rows, visible]);
  const ranks = useMemo(() => (placeOf ? rows.map(row => RANKS[placeOf(row)]) : []), [rows, placeOf]);
  // Searched after it was sorted: a letter more does not sort anew.
  const sorted = useMemo(
    () => sortIndexes(rows.length, sortKeys, ranks, desc),
    [rows, sortKeys, ranks, desc],
  );
  return useMemo(() => {
    const found = matcher ? sorted.filter(matcher) : sorted;
    return found.flatMap(index => rows[index] ?? []);
  }, [rows, sorted, matcher]);
}

const RANKS: Readonly<Record<RowPlace, number>> = { sorted: 0, last: 1, folded: 2 };

/**
 * The places of the rows by rank, and then in the order of their keys; without a key a row stands last, equal ones keep their
 * order.
 */
function sortIndexes(
  count: number,
  sortKeys: readonly (number | undefined)[],
  ranks: readonly number[],
  desc: boolean,
): number[] {
  return Array.from({ length: count }, (_, index) => index).sort((one, other) => {
    const byRank = (ranks[one] ?? 0) - (ranks[other] ?? 0);
    if (byRank !== 0) return byRank;
    const [a, b] = [sortKeys[one], sortKeys[other]];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return desc ? b - a : a - b;
  });
}
