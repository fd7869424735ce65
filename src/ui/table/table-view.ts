import { useMemo } from 'react';
import type { Column } from './column.ts';
import { useRemembered } from './remembered.ts';

/** How a user wants to see a table; remembered on this device. */
export type TableView = { hidden: readonly string[]; dense: boolean };

/** The choice made for the table of that name. */
export function useTableView(name: string): [TableView, (view: TableView) => void] {
  return useRemembered(`table.${name}`, parseView);
}

function parseView(stored: unknown): TableView {
  const { hidden, dense } = typeof stored === 'object' && stored !== null ? { ...blank, ...stored } : blank;
  const ids: unknown[] = Array.isArray(hidden) ? hidden : [];
  return { hidden: ids.filter(id => typeof id === 'string'), dense: dense === true };
}

const blank: { hidden: unknown; dense: unknown } = { hidden: [], dense: false };

/** The columns that are shown; the first one names the row and always stays. */
export function useVisible<Row>(
  columns: readonly Column<Row>[],
  hidden: readonly string[],
): readonly Column<Row>[] {
  return useMemo(
    () => columns.filter((column, at) => !canHide(column, at) || !hidden.includes(column.id)),
    [columns, hidden],
  );
}

/** Whether the user may hide the column at that place. */
export function canHide<Row>(column: Column<Row>, at: number): boolean {
  return at > 0 && column.hideable !== false;
}
