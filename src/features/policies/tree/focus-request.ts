import { useCallback, useLayoutEffect, useSyncExternalStore } from 'react';
import { type NodePath, pathKey } from '#domain/policy/node-path.ts';

/** Where the focus is to go once it is there: to the fields of the selected node, or to a line of a tree. */
export type FocusWish = { place: 'fields' } | { place: 'line'; path: NodePath };

let wish: FocusWish | null = null;
const listeners = new Set<() => void>();

function tell(next: FocusWish | null): void {
  wish = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks for the focus; whoever presses something meanwhile has gone elsewhere. */
export function askForFocus(next: FocusWish): void {
  tell(next);
}

/** Takes the focus when it is wished here: `take` says whether it could. */
export function useFocusWish(take: (wish: FocusWish) => boolean): void {
  const wished = useSyncExternalStore(
    subscribe,
    useCallback(() => wish, []),
  );
  // After every render: what is wished may have to be drawn first.
  useLayoutEffect(() => {
    if (wished && wished === wish && take(wished)) tell(null);
  });
  useLayoutEffect(() => {
    const forget = () => {
      if (wish) tell(null);
    };
    document.addEventListener('pointerdown', forget, { capture: true });
    document.addEventListener('keydown', forget, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', forget, { capture: true });
      document.removeEventListener('keydown', forget, { capture: true });
    };
  }, []);
}

/** Whether a wish is for this line. */
export function isForLine(wished: FocusWish, key: string): boolean {
  return wished.place === 'line' && pathKey(wished.path) === key;
}
