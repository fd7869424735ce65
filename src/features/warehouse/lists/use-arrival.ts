import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';

/**
 * Once another page is there, its first rows come into sight; whoever goes back finds the place they left. What had
 * the focus may have gone with the rows before it: then the list has it.
 */
export function useArrival(list: RefObject<HTMLElement | null>, page: number | null): void {
  const isReturn = useNavigationType() === 'POP';
  const shown = useRef(page);
  useLayoutEffect(() => {
    const isFirst = shown.current === null;
    if (shown.current === page) return;
    shown.current = page;
    if (isFirst || !list.current) return;
    if (!isReturn) list.current.firstElementChild?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement === document.body) list.current.focus({ preventScroll: true });
  }, [list, page, isReturn]);
}
