import { useEffect, useRef } from 'react';

type Steps = {
  onNext: (() => void) | null;
  onPrevious: (() => void) | null;
  onClose: () => void;
};

/** While a panel is open: j and k (by their place) lead to the next and the previous one, Escape closes it. */
export function usePanelKeys(steps: Steps | null): void {
  const latest = useRef(steps);
  useEffect(() => {
    latest.current = steps;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const held = latest.current;
      if (!held || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isElsewhere(event.target)) return;
      const act = { KeyJ: held.onNext, KeyK: held.onPrevious, Escape: held.onClose }[event.code];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}

/** In a field, a menu, a dialog, or among the rows the keys mean something else. */
function isElsewhere(target: EventTarget | null): boolean {
  const elsewhere = 'input:not([type=checkbox]), textarea, select, [role=menu] *, dialog *, tr[data-row]';
  return target instanceof Element && target.matches(elsewhere);
}
