import { type Remembered, useRemembered } from '../remembered.ts';
import type { Column } from './column.ts';

/** Rows of 32, 40 and 48 px, where a finger needs no more. */
export const DENSITIES = ['dense', 'normal', 'roomy'] as const;
export type Density = (typeof DENSITIES)[number];

/** Pixels by column; none for a column that is as wide as what stands in it. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** How a user wants to see a table; remembered on this device. */
export type TableView = {
  hidden: readonly string[];
  density: Density;
  widths: ColumnWidths;
  /** They stand beside the first column, and stay in sight with it. */
  pinned: readonly string[];
};

/** Pixels: narrower nothing can be read, wider nothing else is in sight. */
export const WIDTH_MIN = 56;
export const WIDTH_MAX = 800;

/** More columns that stay would leave no room for those that move. */
export const PINNED_MAX = 3;

/** So much is kept at most, whatever a storage says. */
const COLUMNS_MAX = 50;

const AS_IT_IS: TableView = { hidden: [], density: 'normal', widths: {}, pinned: [] };

/** The choice made for the table of that name. */
export function useTableView(name: string): Remembered<TableView> {
  return useRemembered(`table.${name}`, parseView, AS_IT_IS);
}

/** A view as it was kept; what is of no use in it is as if it was not kept. */
export function parseView(kept: unknown): TableView | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const view: Record<string, unknown> = { ...kept };
  return {
    hidden: idsOf(view.hidden).slice(0, COLUMNS_MAX),
    density: DENSITIES.find(density => density === view.density) ?? olderDensity(view),
    widths: widthsOf(view.widths),
    pinned: idsOf(view.pinned).slice(0, PINNED_MAX),
  };
}

/** An earlier version knew two. */
function olderDensity({ dense }: Record<string, unknown>): Density {
  return dense === true ? 'dense' : AS_IT_IS.density;
}

function idsOf(kept: unknown): string[] {
  return Array.isArray(kept) ? kept.filter(id => typeof id === 'string') : [];
}

function widthsOf(kept: unknown): ColumnWidths {
  if (typeof kept !== 'object' || kept === null) return {};
  const entries = Object.entries(kept).flatMap(([id, px]) =>
    typeof px === 'number' && Number.isFinite(px) ? [[id, toWidth(px)] as const] : [],
  );
  return Object.fromEntries(entries.slice(0, COLUMNS_MAX));
}

/** Whole pixels within the bounds. */
export function toWidth(px: number): number {
  return Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, px)));
}

/** Whether the user may hide the column at that place. */
export function canHide<Row>(column: Column<Row>, at: number): boolean {
  return at > 0 && !column.isName && column.hideable !== false;
}

/** The columns that are shown, those that stay in sight first. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  view: Pick<TableView, 'hidden' | 'pinned'>,
): readonly Column<Row>[] {
  const shown = columns.filter((column, at) => !canHide(column, at) || !view.hidden.includes(column.id));
  if (view.pinned.length === 0) return shown;
  const [first, ...others] = shown;
  const isPinned = ({ id }: Column<Row>) => view.pinned.includes(id);
  return [...(first ? [first] : []), ...others.filter(isPinned), ...others.filter(each => !isPinned(each))];
}
