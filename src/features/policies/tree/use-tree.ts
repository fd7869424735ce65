import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type NodePath, pathKey } from '#domain/policy/node-path.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import { readingsOf } from '#kit/search-words.ts';
import { askForFocus, useFocusRequest } from './focus-request.ts';
import type { NodeAction } from './node-actions.tsx';
import { texts } from './texts.ts';
import { type Row, type RowsOptions, useRows } from './tree-rows.ts';

export type TreeOptions = RowsOptions & {
  box: RefObject<HTMLElement | null>;
  /** The fields of the node stand beside the tree: to be at a node is to see them. On a phone they would cover the tree. */
  fieldsBeside: boolean;
  /** What a line says, to find it by its first letters. */
  wordsOf: (row: Row) => string;
  onAction: (action: NodeAction, path: NodePath) => NodePath | null;
  onSelect: (path: NodePath) => void;
};

/**
 * The tree by mouse, touch and keyboard: which line has the focus, and what presses and keys do. The tree listens for
 * all of its lines, which are drawn again only when they say something else.
 */
export function useTree(options: TreeOptions) {
  const { tree, box, fieldsBeside, wordsOf, onAction, onSelect } = options;
  const { rows, active, reveal, indexOf, fold, unfold } = useRows(options);
  const focusSoon = useFocusedLine(box, indexOf);
  const typeahead = useTypeahead(rows, wordsOf);
  const [announcement, setAnnouncement] = useState('');
  const goTo = (key: string) => {
    reveal(key);
    focusSoon(key);
  };
  useFocusRequest(request => {
    if (request.place !== 'line' || request.path.tree !== tree) return false;
    goTo(pathKey(request.path));
    return true;
  });
  const toggle = (row: Row) => (row.open ? fold(row) : unfold([row.key]));
  const act = (action: NodeAction, row: Row) => {
    const nextFocus = onAction(action, row.path);
    if (!nextFocus) return;
    setAnnouncement(outcomeWords(action, row));
    goTo(pathKey(nextFocus));
    // A new condition is empty: its fields come next.
    if (fieldsBeside || action === 'add') onSelect(nextFocus);
  };
  const plainKeys = (row: Row): Readonly<Record<string, () => void>> => ({
    ' ': () => onSelect(row.path),
    '*': () => unfold(rows.filter(({ parent }) => parent === row.parent).map(({ key }) => key)),
    Enter() {
      onSelect(row.path);
      askForFocus({ place: 'fields' });
    },
  });
  /** What a key asks of the line at `at`; undefined where the tree knows no such key. */
  const commandOf = (event: KeyboardEvent, row: Row, at: number): (() => void) | undefined => {
    const { key, timeStamp } = event;
    const action = actionOf(event);
    if (action) return () => act(action, row);
    if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
    const find = () => goTo((typeahead.find(key, timeStamp, at) ?? row).key);
    // While the first letters of a line are being typed, the space is one of them.
    if (key === ' ' && typeahead.isTyping(timeStamp)) return find;
    const goal = goalOf(key, rows, at);
    if (goal === 'toggle') return () => toggle(row);
    if (goal !== null) return () => goTo(rows[goal]?.key ?? row.key);
    return plainKeys(row)[key] ?? ([...key].length === 1 ? find : undefined);
  };
  const handlers = {
    onKeyDown(event: KeyboardEvent) {
      const at = rowIndexOf(event.target);
      const row = rows[at];
      const command = row && commandOf(event, row, at);
      if (!command) return;
      event.preventDefault();
      command();
    },
    onClick({ target }: MouseEvent) {
      const row = rows[rowIndexOf(target)];
      if (!row) return;
      if (target instanceof Element && target.closest('[data-fold]') !== null) return toggle(row);
      onSelect(row.path);
    },
    onFocus({ target }: FocusEvent) {
      const row = rows[rowIndexOf(target)];
      if (row) reveal(row.key);
    },
  };
  return { rows, active, announcement, handlers };
}

/** Moves the focus to a line, which may have to be put into the document first. */
function useFocusedLine(box: RefObject<HTMLElement | null>, indexOfKey: (key: string) => number | undefined) {
  const wanted = useRef<string | null>(null);
  // After every render: any of them may have brought the line.
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const index = indexOfKey(wanted.current);
    const line = box.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    if (!line) return;
    wanted.current = null;
    line.focus({ preventScroll: true });
    line.scrollIntoView?.({ block: 'nearest' });
  });
  return (key: string) => {
    wanted.current = key;
  };
}

function outcomeWords(action: NodeAction, row: Row): string {
  if (action === 'add') return texts.added;
  if (action === 'remove') return texts.removed;
  if (action === 'duplicate') return texts.duplicated;
  return texts.moved(row.position + (action === 'up' ? -1 : 1), row.siblings);
}

function rowIndexOf(target: EventTarget): number {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return Number(line?.dataset.row ?? -1);
}

/** Letters that come sooner than this belong to one word. */
const TOGETHER_MS = 1000;

/** Finds lines by their first letters. */
function useTypeahead(rows: readonly Row[], wordsOf: (row: Row) => string) {
  const typed = useRef({ text: '', when: 0 });
  const isTyping = (when: number) => typed.current.text !== '' && when - typed.current.when < TOGETHER_MS;
  /** The next line after the one at `at` that begins with what was typed; undefined where none does. */
  const find = (letter: string, when: number, at: number): Row | undefined => {
    const text = (isTyping(when) ? typed.current.text : '') + letter;
    typed.current = { text, when };
    // A word that grows may still mean the line that it has found.
    const first = text.length > 1 ? at : at + 1;
    const readings = readingsOf(text).map(words => words.join(' '));
    return [...rows.slice(first), ...rows.slice(0, first)].find(row => {
      const words = normaliseText(wordsOf(row));
      return readings.some(reading => words.startsWith(reading));
    });
  };
  return { isTyping, find };
}

const ACTION_KEYS: Readonly<Record<string, NodeAction>> = { '+': 'add', Insert: 'add', Delete: 'remove' };
const ALT_ACTION_KEYS: Readonly<Record<string, NodeAction>> = { ArrowUp: 'up', ArrowDown: 'down' };

function actionOf({ key, code, altKey, ctrlKey, metaKey }: KeyboardEvent): NodeAction | undefined {
  const isCommand = ctrlKey || metaKey;
  if (altKey) return isCommand ? undefined : ALT_ACTION_KEYS[key];
  if (!isCommand) return ACTION_KEYS[key];
  // By its place too: on the Russian layout the same key says «в».
  return code === 'KeyD' || key === 'd' ? 'duplicate' : undefined;
}

/** The line to which a key leads from the one at `at`, or whether it folds that one; null for other keys. */
function goalOf(key: string, rows: readonly Row[], at: number): number | 'toggle' | null {
  const { open, parent } = rows[at] ?? { open: null, parent: null };
  if (key === 'ArrowDown') return Math.min(at + 1, rows.length - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return rows.length - 1;
  if (key === 'ArrowRight') return open === false ? 'toggle' : at + (open ? 1 : 0);
  if (key !== 'ArrowLeft') return null;
  if (open) return 'toggle';
  return parent ? rows.indexOf(parent) : at;
}
