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
export type Goal = { key: string; field: LineField | null } | 'restore';

/** `nearest` scrolls no further than it must; `center` is for whoever comes from far away. */
type Manner = 'nearest' | 'center';

export type LineFocusOptions = {
  lines: readonly DraftLine[];
  /** Everything that belongs to the lines. */
  place: RefObject<HTMLElement | null>;
  onLeave: (key: string, field: LineField) => void;
};

export type LineFocus = {
  /** The line that has the focus, or had it last; it must be drawn. */
  active: string | null;
  /** Brings the focus there, also to a line that is not drawn yet. */
  leadTo: (goal: Goal, manner?: Manner) => void;
  handlers: {
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
};

/** Lines by keyboard: Enter and the arrows go to the same field of the next line or of the one before. */
export function useLineFocus({ lines, place, onLeave }: LineFocusOptions): LineFocus {
  const [active, setActive] = useState<string | null>(null);
  const wanted = useRef<{ goal: Goal; manner: Manner } | null>(null);
  const reachWanted = () => {
    if (wanted.current && reach(place.current, wanted.current)) wanted.current = null;
  };
  // A line far away is put into the document first; one that is gone is waited for no longer.
  useLayoutEffect(() => {
    reachWanted();
    const goal = wanted.current?.goal;
    if (goal && goal !== 'restore' && !lines.some(({ key }) => key === goal.key)) wanted.current = null;
  });
  const leadTo = useStable((goal: Goal, manner: Manner = 'nearest') => {
    wanted.current = { goal, manner };
    if (goal !== 'restore') setActive(goal.key);
    reachWanted();
  });
  const onFocus = useStable(({ target }: FocusEvent) => setActive(placeOf(target)?.key ?? active));
  const onBlur = useStable(({ target }: FocusEvent) => {
    const left = placeOf(target);
    if (left?.field) onLeave(left.key, left.field);
  });
  const onKeyDown = useStable((event: KeyboardEvent) => {
    const from = placeOf(event.target);
    const step = stepOf(event);
    if (!from?.field || step === 0) return;
    // Enter would send the form, which is not what somebody means who types one number after the other.
    event.preventDefault();
    const next = lines[lines.findIndex(({ key }) => key === from.key) + step];
    if (next) leadTo({ key: next.key, field: from.field });
  });
  return { active, leadTo, handlers: { onFocus, onBlur, onKeyDown } };
}

const STEPS: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

function stepOf(event: KeyboardEvent): number {
  const hasModifier = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  return hasModifier || event.nativeEvent.isComposing ? 0 : (STEPS[event.key] ?? 0);
}

/** Whether it was there already. */
function reach(place: HTMLElement | null, { goal, manner }: { goal: Goal; manner: Manner }): boolean {
  const selector = goal === 'restore' ? '[data-restore]' : selectorOf(goal);
  const target = place?.querySelector<HTMLElement>(selector);
  if (!target) return false;
  target.focus({ preventScroll: true });
  target.scrollIntoView?.({ block: manner });
  holdInSight(target);
  // As in a table of numbers: what is typed next replaces what stands there.
  if (target instanceof HTMLInputElement) target.select();
  return true;
}

/** How long lines around it may still find out how high they are. */
const SETTLING_FRAMES = 12;

/** Lines that are drawn for the first time push others away by what they were guessed wrong. */
function holdInSight(target: HTMLElement): void {
  let frames = SETTLING_FRAMES;
  const again = () => {
    frames -= 1;
    if (frames < 0 || document.activeElement !== target) return;
    target.scrollIntoView?.({ block: 'nearest' });
    requestAnimationFrame(again);
  };
  requestAnimationFrame(again);
}

function selectorOf({ key, field }: Exclude<Goal, 'restore'>): string {
  return `[data-line="${key}"] ${field ? `[data-field="${field}"]` : '[data-remove]'}`;
}

/** The line that something belongs to, and which of its fields it is. */
function placeOf(target: EventTarget): { key: string; field: LineField | undefined } | null {
  if (!(target instanceof HTMLElement)) return null;
  const key = target.closest<HTMLElement>('[data-line]')?.dataset.line;
  return key === undefined ? null : { key, field: LINE_FIELDS.find(each => each === target.dataset.field) };
}
