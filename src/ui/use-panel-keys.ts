import { useEffect, useRef } from 'react';
import { type KeyHint, placeOfSingleKey, useKeyHints } from './keys/keys.ts';
import { useStable } from './table/use-stable.ts';

type Steps = {
  onNext: (() => void) | null;
  onPrevious: (() => void) | null;
  onClose: () => void;
};

const HINTS: readonly KeyHint[] = [
  ['j', 'следующая запись'],
  ['k', 'предыдущая запись'],
  ['Esc', 'назад к списку'],
];
const NO_HINTS: readonly KeyHint[] = [];

/** While a panel is open: j and k (by their place) lead to the next and the previous one, Escape closes it. */
export function usePanelKeys(steps: Steps | null): void {
  const onKey = useStable((event: KeyboardEvent) => {
    if (!steps) return;
    const acts = { KeyJ: steps.onNext, KeyK: steps.onPrevious, Escape: steps.onClose };
    const act = acts[placeOfSingleKey(event) as keyof typeof acts]; // undefined for any other
    if (!act) return;
    event.preventDefault();
    act();
  });
  useKeyHints(steps ? HINTS : NO_HINTS);
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onKey]);
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
    // On a phone there are cards, and the link in one is what was pressed.
    const row =
      root.current?.querySelector<HTMLElement>(selector) ??
      root.current?.querySelector<HTMLElement>(`[data-${name}="${was}"]`);
    if (was !== undefined || document.activeElement?.matches('body, h1, main')) row?.focus();
  }, [root, name, open]);
}
