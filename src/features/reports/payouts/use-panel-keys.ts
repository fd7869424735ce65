import { useEffect } from 'react';
import { type KeyHint, placeOfSingleKey, useKeyHints } from '#ui/keys/keys.ts';
import { useStable } from '#ui/table/use-stable.ts';

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
