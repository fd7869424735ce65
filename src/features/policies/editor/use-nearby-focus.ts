import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Editing } from '../editing.ts';
import { askForFocus } from '../tree/focus-request.ts';

/**
 * An undo by keys may take away the very thing that has the focus: then the focus goes on nearby, at the selected
 * node or else at the policy's title. To be called right before the undo.
 */
export function useNearbyFocus({ selected }: Editing): () => void {
  const isGoing = useRef(false);
  useLayoutEffect(() => {
    if (!isGoing.current) return;
    isGoing.current = false;
    if (document.activeElement !== document.body) return;
    if (selected) askForFocus({ place: 'line', path: selected });
    else document.querySelector<HTMLElement>('[data-policy-title]')?.focus();
  });
  return useCallback(() => {
    isGoing.current = true;
  }, []);
}
