import { useMemo, useRef } from 'react';
import { useStable } from '../use-stable.ts';
import type { RowKey } from './column.ts';

/** Which rows are selected, by id, in the order in which they were; the owner keeps them. */
export type Selection = { ids: readonly RowKey[]; onChange: (ids: RowKey[]) => void };

export type RowSelection = ReturnType<typeof useSelection>;

const NOBODY: Selection = { ids: [], onChange: () => {} };

/** The acts of a selection over the rows that are shown. */
export function useSelection(selection: Selection = NOBODY, shown: readonly RowKey[]) {
  const { ids, onChange } = selection;
  const selected = useMemo(() => new Set(ids), [ids]);
  const selectedHere = useMemo(() => shown.filter(id => selected.has(id)).length, [selected, shown]);
  const state = stateOf(selectedHere, shown.length);
  const lastToggled = useRef<RowKey | null>(null);
  /** Selects or deselects the row at an index; `isRange` goes on from the last one that was toggled. */
  const toggle = useStable((index: number, isRange: boolean) => {
    const id = shown[index];
    if (id === undefined) return;
    const anchor = lastToggled.current === null ? -1 : shown.indexOf(lastToggled.current);
    lastToggled.current = id;
    if (!isRange || anchor < 0) return onChange(toggleRow(ids, id));
    const range = rangeOf(shown, anchor, index);
    onChange(selected.has(id) ? removeRows(ids, range) : addRows(ids, range));
  });
  const toggleAll = useStable(() => onChange(state === 'all' ? removeRows(ids, shown) : addRows(ids, shown)));
  /** Selects both rows and all between them. */
  const extend = useStable((from: number, to: number) => {
    lastToggled.current = shown[to] ?? null;
    onChange(addRows(ids, rangeOf(shown, from, to)));
  });
  const clear = useStable(() => onChange([]));
  return useMemo(
    () => ({
      isSelected: (id: RowKey) => selected.has(id),
      /** How many of the rows that are shown. */
      selectedHere,
      state,
      toggle,
      toggleAll,
      extend,
      clear,
    }),
    [selected, selectedHere, state, toggle, toggleAll, extend, clear],
  );
}

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

/** What the header's checkbox says of the rows that are shown. */
export function stateOf(selectedHere: number, shown: number) {
  if (selectedHere === 0) return 'none';
  return selectedHere === shown ? 'all' : 'some';
}

/** The ids between two rows, both included, whichever of the two comes first. */
export function rangeOf(shown: readonly RowKey[], from: number, to: number): readonly RowKey[] {
  return shown.slice(Math.min(from, to), Math.max(from, to) + 1);
}
