import { useEffect, useLayoutEffect, useRef } from 'react';
import { hasNoFocus, type KeyHint, placeOfSingleKey, useKeyHints } from './keys/keys.ts';
import { useStable } from './use-stable.ts';

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
  useKeyDown(onKey);
}

/** One more key (by its place) of what is open. A key that is held acts once. `hints` stay the same array. */
export function usePanelKey(code: string, hints: readonly KeyHint[], act: () => void): void {
  const onKey = useStable((event: KeyboardEvent) => {
    if (event.repeat || placeOfSingleKey(event) !== code) return;
    event.preventDefault();
    act();
  });
  useKeyHints(hints);
  useKeyDown(onKey);
}

/** Hears of every key, wherever the focus is; `onKey` stays the same one. */
export function useKeyDown(onKey: (event: KeyboardEvent) => void): void {
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
  const before = useRef(open);
  const isListFirst = useRef(open === null);
  // With the panel goes the focus that was in it: nobody is left without, not even for a moment.
  useLayoutEffect(() => {
    const was = before.current;
    before.current = open;
    if (open !== null || was === null) return;
    // On a phone there are cards, and the link in one is what was pressed.
    const link = root.current?.querySelector<HTMLElement>(`[data-${name}="${was}"]`);
    const first = root.current?.querySelector<HTMLElement>('tr[data-row="0"]');
    (link?.closest('tr') ?? link ?? first)?.focus();
  }, [root, name, open]);
  // After the shell, which gives the focus to the title of each new screen.
  useEffect(() => {
    if (isListFirst.current && hasNoFocus()) {
      root.current?.querySelector<HTMLElement>('tr[data-row="0"]')?.focus();
    }
  }, [root]);
}
