import { useMemo, useState, useSyncExternalStore } from 'react';
import type { StockLine } from '#contract/warehouse.ts';
import type { DraftLine } from '#domain/warehouse/draft-line.ts';
import type { FormError } from '#ui/form/error-summary.tsx';
import type { LineState, Removed } from './line-state.ts';
import { createLineStore, type LineStore, type Wanted } from './line-store.ts';
import { listErrors } from './list-errors.ts';

/** The lines of a document while it is edited, and all that can be done with them. */
export type Lines = LineStore['actions'] &
  Pick<LineState, 'refusals' | 'left' | 'isChecked'> & {
    lines: readonly DraftLine[];
    /** So many can be brought back. */
    removed: number;
    lastRemoved: Removed | undefined;
    /** What is wrong with the lines, as far as it is shown; named `nomenclature.<index>.<field>`. */
    errors: FormError[];
    /** Where the table has still to lead. */
    wanted: Wanted | null;
  };

/** Edits the lines of a document. Only the first `stored` counts; `startFrom` takes others. */
export function useLines(stored: readonly StockLine[]): Lines {
  const [store] = useState(() => createLineStore(stored));
  const state = useSyncExternalStore(store.subscribe, store.read);
  return useMemo(
    () => ({
      ...store.actions,
      lines: state.lines,
      refusals: state.refusals,
      left: state.left,
      isChecked: state.isChecked,
      removed: state.removed.length,
      lastRemoved: state.removed.at(-1),
      wanted: state.wanted,
      errors: listErrors(state).map(error => ({ ...error, go: () => store.actions.goTo(error.name) })),
    }),
    [store, state],
  );
}
