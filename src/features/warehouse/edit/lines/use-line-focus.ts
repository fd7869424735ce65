import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { DraftLine, LineField } from '#domain/warehouse/draft-line.ts';
import { useStable } from '#ui/table/use-stable.ts';
import { LINE_FIELDS } from './line-errors.ts';

/** Where the keyboard is to go: to a field of a line, to the button that removes it, or to the one that brings lines back. */
export type FocusTarget = { key: string; field: LineField | null } | 'restore';

/** `nearest` scrolls no further than it must; `center` is for whoever comes from far away. */
type ScrollBlock = 'nearest' | 'center';

type LineFocusOptions = {
  lines: readonly DraftLine[];
  /** Everything that belongs to the lines. */
  container: RefObject<HTMLElement | null>;
  onTouch: (key: string, field: LineField) => void;
};

export type LineFocus = {
  /** The line that has the focus, or had it last; it must be drawn. */
  activeKey: string | null;
  /** Brings the focus there, also to a line that is not drawn yet. */
  moveFocus: (focusTarget: FocusTarget, scrollBlock?: ScrollBlock) => void;
  handlers: {
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
};

/** Lines by keyboard: Enter and the arrows go to the same field of the next line or of the one before. */
export function useLineFocus({ lines, container, onTouch }: LineFocusOptions): LineFocus {
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const pending = useRef<{ focusTarget: FocusTarget; scrollBlock: ScrollBlock } | null>(null);
  const tryPending = () => {
    if (pending.current && focusAndScroll(container.current, pending.current)) pending.current = null;
  };
  // A line far away is put into the document first; one that is gone is waited for no longer.
  useLayoutEffect(() => {
    tryPending();
    const focusTarget = pending.current?.focusTarget;
    if (focusTarget && focusTarget !== 'restore' && !lines.some(({ key }) => key === focusTarget.key))
      pending.current = null;
  });
  const moveFocus = useStable((focusTarget: FocusTarget, scrollBlock: ScrollBlock = 'nearest') => {
    pending.current = { focusTarget, scrollBlock };
    if (focusTarget !== 'restore') setActiveKey(focusTarget.key);
    tryPending();
  });
  const onFocus = useStable(({ target }: FocusEvent) => setActiveKey(locateField(target)?.key ?? activeKey));
  const onBlur = useStable(({ target }: FocusEvent) => {
    const blurred = locateField(target);
    if (blurred?.field) onTouch(blurred.key, blurred.field);
  });
  const onKeyDown = useStable((event: KeyboardEvent) => {
    const from = locateField(event.target);
    const step = stepOf(event);
    if (!from?.field || step === 0) return;
    // Enter would send the form, which is not what somebody means who types one number after the other.
    event.preventDefault();
    const next = lines[lines.findIndex(({ key }) => key === from.key) + step];
    if (next) moveFocus({ key: next.key, field: from.field });
  });
  return { activeKey, moveFocus, handlers: { onFocus, onBlur, onKeyDown } };
}

const STEPS: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

function stepOf(event: KeyboardEvent): number {
  const hasModifier = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  return hasModifier || event.nativeEvent.isComposing ? 0 : (STEPS[event.key] ?? 0);
}

/** Whether it was there already. */
function focusAndScroll(
  container: HTMLElement | null,
  { focusTarget, scrollBlock }: { focusTarget: FocusTarget; scrollBlock: ScrollBlock },
): boolean {
  const selector = focusTarget === 'restore' ? '[data-restore]' : selectorOf(focusTarget);
  const target = container?.querySelector<HTMLElement>(selector);
  if (!target) return false;
  target.focus({ preventScroll: true });
  target.scrollIntoView?.({ block: scrollBlock });
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

function selectorOf({ key, field }: Exclude<FocusTarget, 'restore'>): string {
  return `[data-line="${key}"] ${field ? `[data-field="${field}"]` : '[data-remove]'}`;
}

/** The line that something belongs to, and which of its fields it is. */
function locateField(target: EventTarget): { key: string; field: LineField | undefined } | null {
  if (!(target instanceof HTMLElement)) return null;
  const key = target.closest<HTMLElement>('[data-line]')?.dataset.line;
  return key === undefined ? null : { key, field: LINE_FIELDS.find(each => each === target.dataset.field) };
}
