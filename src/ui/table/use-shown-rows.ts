import { useMemo } from 'react';
import type { Column, Sort } from './column.ts';
import { matcherOf } from './row-texts.ts';
import { sortKeysOf } from './sort-keys.ts';

type Shown<Row> = {
  rows: readonly Row[];
  /** All columns, hidden ones too: sorting by one that is hidden stays. */
  columns: readonly Column<Row>[];
  visible: readonly Column<Row>[];
  sort: Sort;
  text: string;
};

/** The rows that have what was typed in a column that can be seen, in the order that was asked for. */
export function useShownRows<Row extends object>(shown: Shown<Row>): readonly Row[] {
  const { rows, columns, visible, text } = shown;
  const { id, desc } = shown.sort;
  const column = columns.find(each => each.id === id);
  const sortKeys = useMemo(() => (column ? sortKeysOf(rows, column) : []), [rows, column]);
  const matcher = useMemo(() => matcherOf(text, rows, visible), [text, rows, visible]);
  // Searched after it was sorted: a letter more does not sort anew.
  const sorted = useMemo(() => sortIndexes(rows.length, sortKeys, desc), [rows, sortKeys, desc]);
  return useMemo(() => {
    const found = matcher ? sorted.filter(matcher) : sorted;
    return found.flatMap(index => rows[index] ?? []);
  }, [rows, sorted, matcher]);
}

/** The places of the rows in the order of their keys; without a key a row stands last, equal ones keep their order. */
function sortIndexes(count: number, sortKeys: readonly (number | undefined)[], desc: boolean): number[] {
  return Array.from({ length: count }, (_, index) => index).sort((one, other) => {
    const [a, b] = [sortKeys[one], sortKeys[other]];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return desc ? b - a : a - b;
  });
}
