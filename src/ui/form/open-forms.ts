import { useEffect, useSyncExternalStore } from 'react';

/** How many forms are on the screen: what would interrupt typing (navigation, reload) asks here first. */
let open = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1) {
  open += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Counts this form as open for as long as it is mounted. */
export function useOpenFormMark(): void {
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
}

/** Whether any form is on the screen. */
export function hasOpenForm(): boolean {
  return open > 0;
}

/** The same for components. */
export function useHasOpenForm(): boolean {
  return useSyncExternalStore(subscribe, hasOpenForm);
}
