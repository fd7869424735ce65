import type { RowKey } from './column.ts';

/** The header's checkbox: all, some or none of the rows that are shown. */
export type SelectionState = 'all' | 'some' | 'none';

/** Selects a row, or deselects it by its id; the others stay, shown or not. */
export function toggleRow(ids: readonly RowKey[], id: RowKey): RowKey[] {
  return ids.includes(id) ? ids.filter(each => each !== id) : [...ids, id];
}

/** Adds those that are not selected yet, in their order. */
export function addRows(ids: readonly RowKey[], added: readonly RowKey[]): RowKey[] {
  return [...new Set([...ids, ...added])];
}

/** Deselects by id. */
export function removeRows(ids: readonly RowKey[], removed: readonly RowKey[]): RowKey[] {
  const gone = new Set(removed);
  return ids.filter(id => !gone.has(id));
}

/** What the header's checkbox says. */
export function stateOf(selected: ReadonlySet<RowKey>, shown: readonly RowKey[]): SelectionState {
  const count = shown.filter(id => selected.has(id)).length;
  if (count === 0) return 'none';
  return count === shown.length ? 'all' : 'some';
}

/** The ids between two rows, both included, whichever of the two comes first. */
export function rangeOf(shown: readonly RowKey[], from: number, to: number): readonly RowKey[] {
  return shown.slice(Math.min(from, to), Math.max(from, to) + 1);
}
