import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Where the focus goes on once another policy, or none, is on the bench. */
export type FocusWish = 'title' | 'name' | { row: number };

/** Moves the focus after a choice; where the list stays in sight, whoever chooses in it stays in it. */
export function useBenchFocus(bench: RefObject<HTMLElement | null>, chosen: number | null) {
  const wish = useRef<FocusWish | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice alone moves the focus
  useLayoutEffect(() => {
    const wanted = wish.current;
    wish.current = null;
    if (!wanted || !bench.current) return;
    elementFor(wanted, bench.current)?.focus();
  }, [bench, chosen]);
  return wish;
}

function elementFor(wish: FocusWish, bench: HTMLElement): HTMLElement | null {
  if (wish === 'name') return bench.querySelector('[data-policy-name]');
  if (wish === 'title') return isListInSight(bench) ? null : bench.querySelector('[data-policy-title]');
  return bench.querySelector(`[data-policy="${wish.row}"]`);
}

function isListInSight(bench: HTMLElement): boolean {
  const list = bench.querySelector('nav')?.parentElement;
  return list !== null && list !== undefined && getComputedStyle(list).display !== 'none';
}
