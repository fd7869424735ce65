import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { leftProperty } from './column-layout.ts';

/**
 * Whether what is in a box is wider than the box. Where the browser lays the table out, it alone knows how wide the first
 * columns are: of `pinnedCount` of them each learns where the one beside it ends.
 */
export function useOverflow(box: RefObject<HTMLElement | null>, pinnedCount: number): boolean {
  const [overflows, setOverflows] = useState(false);
  // Other rows, other widths.
  useLayoutEffect(() => placePinned(box.current, pinnedCount));
  useEffect(() => {
    const outer = box.current;
    const inner = outer?.firstElementChild;
    if (!outer || !inner) return;
    const observer = new ResizeObserver(() => {
      placePinned(outer, pinnedCount);
      setOverflows(outer.scrollWidth > outer.clientWidth);
    });
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [box, pinnedCount]);
  return overflows;
}

function placePinned(box: HTMLElement | null, pinnedCount: number): void {
  if (pinnedCount < 2) return;
  const table = box?.querySelector('table');
  let left = 0;
  let at = 0;
  for (const head of table?.querySelectorAll<HTMLElement>('thead th') ?? []) {
    if (at === pinnedCount) return;
    // The place of the checkboxes is no column.
    if (head.dataset.column !== undefined) table?.style.setProperty(leftProperty(at++), `${left}px`);
    left += head.getBoundingClientRect().width;
  }
}
