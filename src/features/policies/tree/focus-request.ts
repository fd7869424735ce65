import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { NodePath } from '#domain/policy/node-path.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { useEditing } from '../editing.ts';

/** Where the focus is to go once it is there: to the fields of the selected node, or to a line of a tree. */
type FocusRequest = { place: 'fields' } | { place: 'line'; path: NodePath };

let request: FocusRequest | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks for the focus; a press of a key or the pointer meanwhile takes the request back. Null: nothing is asked for. */
export function askForFocus(next: FocusRequest | null): void {
  request = next;
  for (const listener of listeners) listener();
}

/** Takes the focus when it is asked for here: `take` says whether it could. */
export function useFocusRequest(take: (request: FocusRequest) => boolean): void {
  const pending = useSyncExternalStore(subscribe, () => request);
  // After every render: what is to have the focus may have to be drawn first.
  useLayoutEffect(() => {
    if (pending && pending === request && take(pending)) askForFocus(null);
  });
  useLayoutEffect(() => {
    const forget = () => {
      if (request) askForFocus(null);
    };
    document.addEventListener('pointerdown', forget, { capture: true });
    document.addEventListener('keydown', forget, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', forget, { capture: true });
      document.removeEventListener('keydown', forget, { capture: true });
    };
  }, []);
}

/**
 * Leads to a node from something that speaks of it: selects it and brings the reader to its line in the tree. On a
 * narrow screen its fields cover the rest.
 */
export function useGoTo(): (path: NodePath) => void {
  const { select } = useEditing();
  const isBesideTree = useMedia(WIDE);
  return path => {
    select(path);
    if (isBesideTree) askForFocus({ place: 'line', path });
  };
}
