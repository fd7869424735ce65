import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column, Sort } from './column.ts';
import { matcherOf } from './row-texts.ts';
import { sortKeysOf } from './sort-keys.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
type Features = typeof features;

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
  const { rows, columns, visible, sort, text } = shown;
  const matcher = useMemo(() => matcherOf(text, rows, visible), [text, rows, visible]);
  const definitions = useMemo(() => columns.map(column => definitionOf(column, rows)), [columns, rows]);
  const sorting = useMemo(() => [sort], [sort]);
  const table = useTable<Features, Row>({ features, data: rows, columns: definitions, state: { sorting } });
  // Searched after it was sorted: a letter more does not sort anew.
  const sorted = table.getRowModel().rows;
  return useMemo(() => {
    const found = matcher ? sorted.filter(({ index }) => matcher(index)) : sorted;
    return found.map(({ original }) => original);
  }, [sorted, matcher]);
}

function definitionOf<Row extends object>(
  column: Column<Row>,
  rows: readonly Row[],
): ColumnDef<Features, Row> {
  let keys: ReturnType<typeof sortKeysOf> | undefined;
  return {
    id: column.id,
    // Called when this column is sorted by, and not before.
    accessorFn: (_row, index) => {
      keys ??= sortKeysOf(rows, column);
      return keys[index];
    },
    sortFn: byKey,
    sortUndefined: 'last',
  };
}

type Keyed = { getValue: (columnId: string) => unknown };

function byKey(one: Keyed, other: Keyed, columnId: string): number {
  return Number(one.getValue(columnId)) - Number(other.getValue(columnId));
}
