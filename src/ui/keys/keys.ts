import { useEffect } from 'react';
import { type Remembered, readRemembered, useRemembered } from '../remembered.ts';

/** A key as it is printed, and what it does. */
export type KeyHint = readonly [key: string, what: string];

const named = new Set<readonly KeyHint[]>();

/** What keys do as long as the caller is shown; `hints` stay the same array. */
export function useKeyHints(hints: readonly KeyHint[]): void {
  useEffect(() => {
    named.add(hints);
    return () => void named.delete(hints);
  }, [hints]);
}

/** What keys do on this screen now, each once. */
export function readKeyHints(): KeyHint[] {
  return [...new Map([...named].flat()).entries()];
}

const SINGLE_KEYS = 'single-keys';

const asFlag = (kept: unknown) => (typeof kept === 'boolean' ? kept : undefined);

/** Whether keys without Ctrl do something, and the switch for it, which this device remembers (WCAG 2.1.4). */
export function useSingleKeys(): Remembered<boolean> {
  return useRemembered(SINGLE_KEYS, asFlag, true);
}

export function hasSingleKeys(): boolean {
  return readRemembered(SINGLE_KEYS, asFlag) ?? true;
}

const SIGN = /^[/?]$/;
const LETTER = /^(Key[A-Z]|Slash|[/?])$/;

/** In a field, a menu or a dialog the keys mean something else. */
const ELSEWHERE =
  'input:not([type=checkbox]), fieldset input, textarea, select, [contenteditable], [role=menu] *, [role=tree] *';

/**
 * The place (`KeyboardEvent.code`) of a key that is pressed without Ctrl and means something to the screen; '' where it
 * does not: in a field, a menu or a dialog, where somebody has answered already, and letters where they are switched off.
 * «/» and «?» are told as they are typed: layouts have them at other places.
 */
export function placeOfSingleKey(event: KeyboardEvent): string {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return '';
  // Also where the focus is on the dialog itself, or was lost with a button that is disabled while it works.
  if (document.querySelector('dialog[open]')) return '';
  if (event.target instanceof Element && event.target.matches(ELSEWHERE)) return '';
  const place = SIGN.test(event.key) ? event.key : event.code;
  return LETTER.test(place) && !hasSingleKeys() ? '' : place;
}

/** Whether nothing on the screen has the focus, so that its keys are those of the whole screen. */
export function hasNoFocus(): boolean {
  return document.activeElement?.matches('body, h1, main') ?? true;
}
