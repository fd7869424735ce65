import { useEffect } from 'react';
import { useStable } from '#ui/table/use-stable.ts';

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
