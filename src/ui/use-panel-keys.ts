import { useEffect, useRef } from 'react';
import { useStable } from './table/use-stable.ts';

type Steps = {
  onNext: (() => void) | null;
  onPrevious: (() => void) | null;
  onClose: () => void;
};

/** While a panel is open: j and k (by their place) lead to the next and the previous one, Escape closes it. */
export function usePanelKeys(steps: Steps | null): void {
  const onKey = useStable((event: KeyboardEvent) => {
    if (!steps || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (isElsewhere(event.target)) return;
    const act = { KeyJ: steps.onNext, KeyK: steps.onPrevious, Escape: steps.onClose }[event.code];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onKey]);
}

/** In a field, a menu or a dialog the keys mean something else; the rows answer to their own before. */
function isElsewhere(target: EventTarget | null): boolean {
  const elsewhere = 'input:not([type=checkbox]), textarea, select, [role=menu] *, dialog *';
  return target instanceof Element && target.matches(elsewhere);
}

/**
 * Whoever closes a panel is back at its row; whoever opens the list for the first time, at the first one. `open` is whose panel is
 * open, null for none; its row holds an element with `data-<name>` of that id.
 */
export function useReturnToRow(
  root: { current: HTMLElement | null },
  name: string,
  open: number | null,
): void {
  const before = useRef<number | null | undefined>(undefined);
  useEffect(() => {
    const was = before.current;
    before.current = open;
    if (open !== null || was === null) return;
    const selector = was === undefined ? 'tr[data-row="0"]' : `tr:has([data-${name}="${was}"])`;
    const row = root.current?.querySelector<HTMLElement>(selector);
    if (was !== undefined || document.activeElement?.matches('body, h1, main')) row?.focus();
  }, [root, name, open]);
}
