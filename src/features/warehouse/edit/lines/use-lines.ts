import { useMemo, useState, useSyncExternalStore } from 'react';
import type { StockLine } from '#contract/warehouse.ts';
import { listErrors } from './line-errors.ts';
import { createLineStore } from './line-store.ts';

/** The lines of a document while it is edited, and all that can be done with them. */
export type Lines = ReturnType<typeof useLines>;

/** Edits the lines of a document. Only the first `stored` counts; `startFrom` takes others. */
export function useLines(stored: readonly StockLine[]) {
  const [{ actions, subscribe, getSnapshot }] = useState(() => createLineStore(stored));
  const state = useSyncExternalStore(subscribe, getSnapshot);
  return useMemo(() => {
    const errors = listErrors(state).map(error => ({ ...error, go: () => actions.focusByName(error.name) }));
    return { ...actions, ...state, errors };
  }, [actions, state]);
}
