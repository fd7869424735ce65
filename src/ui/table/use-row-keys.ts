import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { hasNoFocus, hasSingleKeys, type KeyHint, placeOfSingleKey, useKeyHints } from '../keys/keys.ts';
import { useStable } from '../use-stable.ts';
import type { RowSelection } from './use-selection.ts';

type RowKeysOptions = {
  count: number;
  scroller: RefObject<HTMLElement | null>;
  /** Null where nothing can be selected. */
  selection: RowSelection | null;
};

const MOVING: readonly KeyHint[] = [
  ['↑ ↓', 'к другой строке'],
  ['j k', 'к другой строке'],
  ['Enter', 'открыть строку в рамке'],
];
const SELECTING: readonly KeyHint[] = [...MOVING, ['x', 'выбрать строку'], ['Shift + ↑ ↓', 'выбрать подряд']];

/** Rows by keyboard: one of them, `active`, is in the order of Tab, the arrows go on from there. */
export function useRowKeys({ count, scroller, selection }: RowKeysOptions) {
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);
  const focusWanted = () => {
    const row = wanted.current === null ? null : rowAt(scroller.current, wanted.current);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
    row.scrollIntoView?.({ block: 'nearest' });
  };
  // A row far away is put into the document first.
  useLayoutEffect(focusWanted);
  const onFocus = useStable((event: FocusEvent) => setActive(indexOf(event.target) ?? active));
  const onKeyDown = useStable((event: KeyboardEvent) => {
    const from = indexOf(event.target);
    if (from === null || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (isTyping(event.target)) return;
    if (event.target === rowAt(scroller.current, from) && actOnRow(event, from, selection)) {
      return event.preventDefault();
    }
    const to = targetOf(letterOf(event) ?? event.key, from, {
      count,
      perPage: rowsPerPage(scroller.current),
    });
    if (to === null) return;
    event.preventDefault();
    if (event.shiftKey) selection?.extend(from, to);
    wanted.current = to;
    setActive(to);
    focusWanted();
  });
  const shownActive = Math.min(active, Math.max(0, count - 1));
  useKeysFromElsewhere(event => {
    const isHere = scroller.current?.contains(document.querySelector('tr[data-row]')) ?? false;
    if (!isHere) return;
    if (placeOfSingleKey(event) === 'KeyX') selection?.toggle(shownActive, event.shiftKey);
    event.preventDefault();
    wanted.current = shownActive;
    focusWanted();
  });
  useKeyHints(selection ? SELECTING : MOVING);
  return { active: shownActive, onKeyDown, onFocus };
}

const FROM_NOWHERE = ['ArrowDown', 'ArrowUp', 'KeyJ', 'KeyK', 'KeyX'];

/**
 * Nobody has to find the table first: while nothing has the focus, its keys lead to the row that was the last one, and so does
 * Escape out of an empty search. On the window, so that whoever listens at the document, as an open panel does, answers before.
 */
function useKeysFromElsewhere(act: (event: globalThis.KeyboardEvent) => void): void {
  const onKey = useStable((event: globalThis.KeyboardEvent) => {
    const isOfRows = hasNoFocus()
      ? FROM_NOWHERE.includes(placeOfSingleKey(event))
      : isInHead(event) && ['KeyJ', 'KeyK'].includes(placeOfSingleKey(event));
    if (isOfRows || isEndOfSearch(event)) act(event);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onKey]);
}

/** Whoever has just sorted goes on among the rows; arrows are those of a column's width. */
function isInHead({ target }: globalThis.KeyboardEvent): boolean {
  return target instanceof Element && target.closest('thead') !== null;
}

/** A first Escape empties the field, which the browser does itself. */
function isEndOfSearch({ key, target, defaultPrevented }: globalThis.KeyboardEvent): boolean {
  if (key !== 'Escape' || defaultPrevented || document.querySelector('dialog[open]')) return false;
  return target instanceof HTMLInputElement && target.type === 'search' && target.value === '';
}

/** Space or x selects, Enter opens; whether it was one of them. */
function actOnRow(event: KeyboardEvent, index: number, selection: RowSelection | null): boolean {
  if (event.key === 'Enter') {
    event.currentTarget
      .querySelector<HTMLElement>(`[data-row="${index}"] :is(a[href], button:not(:disabled))`)
      ?.click();
    return true;
  }
  // By its place too: on the Russian layout the same key says «ч».
  const isLetter = hasSingleKeys() && (event.key === 'x' || event.code === 'KeyX');
  if (!selection || (event.key !== ' ' && !isLetter)) return false;
  selection.toggle(index, event.shiftKey);
  return true;
}

/** By their place: in the Russian layout the same keys say «о» and «л». */
const LETTERS: Readonly<Record<string, string>> = { KeyJ: 'ArrowDown', KeyK: 'ArrowUp' };

function letterOf({ code }: KeyboardEvent): string | undefined {
  return hasSingleKeys() ? LETTERS[code] : undefined;
}

function targetOf(key: string, from: number, { count, perPage }: { count: number; perPage: number }) {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + perPage,
    PageUp: from - perPage,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined ? null : Math.max(0, Math.min(count - 1, target));
}

const PER_PAGE = 10;

/** One row less than fits, so that the eye has something to hold on to. */
function rowsPerPage(scroller: HTMLElement | null): number {
  const rowPx = scroller?.querySelector<HTMLElement>('tr[data-row]')?.offsetHeight ?? 0;
  if (!scroller || rowPx === 0) return PER_PAGE;
  return Math.max(1, Math.min(PER_PAGE * 2, Math.floor(scroller.clientHeight / rowPx) - 2));
}

function rowAt(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`tr[data-row="${index}"]`) ?? null;
}

function indexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null;
  return row ? Number(row.dataset.row) : null;
}

/** In a field of a row, or in a menu or dialog that one has opened, the keys mean something else. */
function isTyping(target: EventTarget): boolean {
  const elsewhere =
    'input:not([type=checkbox]), textarea, select, [contenteditable], :is([role=menu], dialog) *';
  return target instanceof Element && target.matches(elsewhere);
}
