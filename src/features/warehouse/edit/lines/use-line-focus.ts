import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react';
import { LINE_FIELDS } from './line-errors.ts';
import type { Lines, PendingFocus } from './line-store.ts';

/**
 * Lines by keyboard: Enter and the arrows go to the same field of the next line or of the one before. `activeKey` is the
 * line that has the focus, had it last, or is to have it: it must be drawn. `container` holds everything that belongs to the lines.
 */
export function useLineFocus(all: Lines, container: RefObject<HTMLElement | null>) {
  const { lines, pendingFocus, clearPendingFocus } = all;
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  // A line far away is put into the document first; one that is gone is waited for no longer.
  useLayoutEffect(() => {
    if (!pendingFocus) return;
    const { key } = pendingFocus;
    const isGone = key !== null && !lines.some(line => line.key === key);
    if (focusAndScroll(container.current, pendingFocus) || isGone) clearPendingFocus(pendingFocus);
  });
  const handlers = {
    onFocus: ({ target }: FocusEvent) => setFocusedKey(locateField(target)?.key ?? focusedKey),
    onBlur({ target }: FocusEvent) {
      const blurred = locateField(target);
      if (blurred?.field) all.touch(blurred.key, blurred.field);
    },
    onKeyDown(event: KeyboardEvent) {
      const from = locateField(event.target);
      const step = stepOf(event);
      if (!from?.field || step === 0) return;
      // Enter would send the form, which is not what somebody means who types one number after the other.
      event.preventDefault();
      const next = lines[lines.findIndex(({ key }) => key === from.key) + step];
      if (next) all.focus(next.key, { field: from.field, isNear: true });
    },
  };
  return { activeKey: pendingFocus?.key ?? focusedKey, handlers };
}

const STEPS: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

function stepOf(event: KeyboardEvent): number {
  const hasModifier = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  return hasModifier || event.nativeEvent.isComposing ? 0 : (STEPS[event.key] ?? 0);
}

/** Whether it was there already. */
function focusAndScroll(container: HTMLElement | null, { key, field, isNear }: PendingFocus): boolean {
  const control = field ? `[data-field="${field}"]` : '[data-remove]';
  const selector = key === null ? '[data-restore]' : `[data-line="${key}"] ${control}`;
  const target = container?.querySelector<HTMLElement>(selector);
  if (!target) return false;
  target.focus({ preventScroll: true });
  target.scrollIntoView?.({ block: isNear ? 'nearest' : 'center' });
  keepInView(target);
  // As in a table of numbers: what is typed next replaces what stands there.
  if (target instanceof HTMLInputElement) target.select();
  return true;
}

/** How long lines around it may still find out how high they are. */
const SETTLING_FRAMES = 12;

/** Lines that are drawn for the first time push others away by what they were guessed wrong. */
function keepInView(target: HTMLElement): void {
  let frames = SETTLING_FRAMES;
  const again = () => {
    frames -= 1;
    if (frames < 0 || document.activeElement !== target) return;
    target.scrollIntoView?.({ block: 'nearest' });
    requestAnimationFrame(again);
  };
  requestAnimationFrame(again);
}

/** The line that something belongs to, and which of its fields it is. */
function locateField(target: EventTarget) {
  if (!(target instanceof HTMLElement)) return null;
  const key = target.closest<HTMLElement>('[data-line]')?.dataset.line;
  return key === undefined ? null : { key, field: LINE_FIELDS.find(each => each === target.dataset.field) };
}
