import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Where the focus goes on once another policy, or none, is edited. */
export type FocusTarget = 'title' | 'name' | { row: number };

/** Moves the focus after a choice; where the list stays in sight, whoever chooses in it stays in it. */
export function useEditorFocus(container: RefObject<HTMLElement | null>, chosen: number | null) {
  const target = useRef<FocusTarget | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice alone moves the focus
  useLayoutEffect(() => {
    const wanted = target.current;
    target.current = null;
    if (!wanted || !container.current) return;
    elementFor(wanted, container.current)?.focus();
  }, [container, chosen]);
  return target;
}

function elementFor(target: FocusTarget, container: HTMLElement): HTMLElement | null {
  if (target === 'name') return container.querySelector('[data-policy-name]');
  if (target === 'title')
    return isListInSight(container) ? null : container.querySelector('[data-policy-title]');
  return container.querySelector(`[data-policy="${target.row}"]`);
}

function isListInSight(container: HTMLElement): boolean {
  const list = container.querySelector('nav')?.parentElement;
  return list !== null && list !== undefined && getComputedStyle(list).display !== 'none';
}
