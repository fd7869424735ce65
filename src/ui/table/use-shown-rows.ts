import {
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useEffect, useMemo } from 'react';
import type { Column, Sort } from './column.ts';
import { inSpareTime } from './in-spare-time.ts';
import { type Matcher, matcherOf, prepareTexts } from './row-texts.ts';
import { prepareSortKeys, sortKeysOf } from './sort-keys.ts';

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});
type Features = typeof features;

export type Shown<Row> = {
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
  useReadiness(rows, columns);
  const matcher = useMemo(() => matcherOf(text, rows, visible), [text, rows, visible]);
  const definitions = useMemo(() => columns.map(column => definitionOf(column, rows)), [columns, rows]);
  const sorting = useMemo(() => [sort], [sort]);
  const table = useTable<Features, Row>({
    features,
    data: rows,
    columns: definitions,
    state: { sorting, globalFilter: matcher, columnFilters: NO_FILTERS },
    globalFilterFn: matches,
    // The matcher looks at the whole row: asking it once is enough.
    getColumnCanGlobalFilter: column => column.id === definitions[0]?.id,
  });
  const model = table.getRowModel().rows;
  return useMemo(() => model.map(row => row.original), [model]);
}

const NO_FILTERS: [] = [];

function definitionOf<Row extends object>(
  column: Column<Row>,
  rows: readonly Row[],
): ColumnDef<Features, Row> {
  return {
    id: column.id,
    // Called when this column is sorted by, and not before.
    accessorFn: (_row, index) => sortKeysOf(rows, column)[index],
    sortFn: byKey,
    sortUndefined: 'last',
  };
}

type Keyed = { getValue: (columnId: string) => unknown };

function byKey(one: Keyed, other: Keyed, columnId: string): number {
  return Number(one.getValue(columnId)) - Number(other.getValue(columnId));
}

function matches(row: { index: number }, _columnId: string, matcher: Matcher): boolean {
  return matcher(row.index);
}

/** What the first letter and the first sort need, made while the page has nothing else to do. */
function useReadiness<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
  useEffect(() => inSpareTime(prepare(rows, columns)), [rows, columns]);
}

function* prepare<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Generator<void, void> {
  for (const column of columns) yield* prepareTexts(rows, column);
  for (const column of columns) yield* prepareSortKeys(rows, column);
}
