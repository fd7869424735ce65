import { type Remembered, useRemembered } from '../remembered.ts';
import type { Column } from './column.ts';

/** How a user wants to see a table; remembered on this device. */
export type TableView = { hidden: readonly string[]; dense: boolean };

const ALL: TableView = { hidden: [], dense: false };

/** The choice made for the table of that name. */
export function useTableView(name: string): Remembered<TableView> {
  return useRemembered(`table.${name}`, parseView, ALL);
}

function parseView(kept: unknown): TableView | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const hidden: unknown[] = 'hidden' in kept && Array.isArray(kept.hidden) ? kept.hidden : [];
  return {
    hidden: hidden.filter(id => typeof id === 'string'),
    dense: 'dense' in kept && kept.dense === true,
  };
}

/** Whether the user may hide the column at that place. */
export function canHide<Row>(column: Column<Row>, at: number): boolean {
  return at > 0 && !column.isName && column.hideable !== false;
}
