import { useMemo, useState, useSyncExternalStore } from 'react';
import type { StockLine } from '#contract/warehouse.ts';
import type { DraftLine } from '#domain/warehouse/draft-line.ts';
import type { FormError } from '#ui/form/error-summary.tsx';
import type { LineState, RemovedLine } from './line-state.ts';
import { createLineStore, type LineStore, type PendingFocus } from './line-store.ts';
import { listErrors } from './list-errors.ts';

/** The lines of a document while it is edited, and all that can be done with them. */
export type Lines = LineStore['actions'] &
  Pick<LineState, 'refusals' | 'touched' | 'showsAllErrors'> & {
    lines: readonly DraftLine[];
    /** So many can be brought back. */
    removed: number;
    lastRemoved: RemovedLine | undefined;
    /** What is wrong with the lines, as far as it is shown; named `nomenclature.<index>.<field>`. */
    errors: FormError[];
    /** Where the table has still to lead. */
    pendingFocus: PendingFocus | null;
  };

/** Edits the lines of a document. Only the first `stored` counts; `startFrom` takes others. */
export function useLines(stored: readonly StockLine[]): Lines {
  const [store] = useState(() => createLineStore(stored));
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot);
  return useMemo(
    () => ({
      ...store.actions,
      lines: state.lines,
      refusals: state.refusals,
      touched: state.touched,
      showsAllErrors: state.showsAllErrors,
      removed: state.removed.length,
      lastRemoved: state.removed.at(-1),
      pendingFocus: state.pendingFocus,
      errors: listErrors(state).map(error => ({ ...error, go: () => store.actions.focusByName(error.name) })),
    }),
    [store, state],
  );
}
