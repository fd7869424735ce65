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
import { askForFocus, useFocusRequest } from './focus-request.ts';
import type { NodeAction } from './node-actions.tsx';
import { texts } from './texts.ts';
import { pathOf, type Row, type RowsOptions, useRows } from './tree-rows.ts';

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
    const nextFocus = onAction(action, pathOf(row, tree));
    if (!nextFocus) return;
    setAnnouncement(outcomeWords(action, row));
    goTo(pathKey(nextFocus));
    // A new condition is empty: its fields come next.
    if (fieldsBeside || action === 'add') onSelect(nextFocus);
  };
  const run = (command: TreeCommand, row: Row, at: number, when: number) => {
    if (command.do === 'go') return goTo(rows[command.to]?.key ?? row.key);
    if (command.do === 'act') return act(command.action, row);
    if (command.do === 'toggle') return toggle(row);
    if (command.do === 'unfoldSiblings')
      return unfold(rows.filter(({ parent }) => parent === row.parent).map(({ key }) => key));
    if (command.do === 'find') return goTo((typeahead.find(command.letter, when, at) ?? row).key);
    onSelect(pathOf(row, tree));
    if (command.do === 'openFields') askForFocus({ place: 'fields' });
  };
  const handlers = {
    onKeyDown(event: KeyboardEvent) {
      const at = rowIndexOf(event.target);
      const row = rows[at];
      const command = row && commandOf(event, rows, at, typeahead.isTyping(event.timeStamp));
      if (!command) return;
      event.preventDefault();
      run(command, row, at, event.timeStamp);
    },
    onClick({ target }: MouseEvent) {
      const row = rows[rowIndexOf(target)];
      if (!row) return;
      if (target instanceof Element && target.closest('[data-fold]') !== null) return toggle(row);
      onSelect(pathOf(row, tree));
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
    const text = (isTyping(when) ? typed.current.text : '') + plain(letter);
    typed.current = { text, when };
    // A word that grows may still mean the line that it has found.
    const first = text.length > 1 ? at : at + 1;
    return [...rows.slice(first), ...rows.slice(0, first)].find(row => plain(wordsOf(row)).startsWith(text));
  };
  return { isTyping, find };
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е');
}

/** What a key asks of the tree. */
type TreeCommand =
  | { do: 'go'; to: number }
  | { do: 'toggle' | 'unfoldSiblings' | 'openFields' | 'select' }
  | { do: 'act'; action: NodeAction }
  | { do: 'find'; letter: string };

const PLAIN_KEYS: Readonly<Record<string, TreeCommand>> = {
  Enter: { do: 'openFields' },
  ' ': { do: 'select' },
  '*': { do: 'unfoldSiblings' },
  '+': { do: 'act', action: 'add' },
  Insert: { do: 'act', action: 'add' },
  Delete: { do: 'act', action: 'remove' },
};

/** With Alt. */
const MOVES: Readonly<Record<string, TreeCommand>> = {
  ArrowUp: { do: 'act', action: 'up' },
  ArrowDown: { do: 'act', action: 'down' },
};

const DUPLICATE: TreeCommand = { do: 'act', action: 'duplicate' };
const TOGGLE: TreeCommand = { do: 'toggle' };

/**
 * The command of a key on the line at `at`; null where the tree has none. While the first letters of a line are being
 * typed, the space is one of them.
 */
function commandOf(event: KeyboardEvent, rows: readonly Row[], at: number, isTyping: boolean) {
  const { key, code, altKey, ctrlKey, metaKey } = event;
  if (altKey) return ctrlKey || metaKey ? null : (MOVES[key] ?? null);
  // By its place too: on the Russian layout the same key says «в».
  if (ctrlKey || metaKey) return code === 'KeyD' || key === 'd' ? DUPLICATE : null;
  const find: TreeCommand = { do: 'find', letter: key };
  if (isTyping && key === ' ') return find;
  return PLAIN_KEYS[key] ?? walk(key, rows, at) ?? ([...key].length === 1 ? find : null);
}

function walk(key: string, rows: readonly Row[], at: number): TreeCommand | null {
  const { open, parent } = rows[at] ?? { open: null, parent: null };
  const go = (to: number): TreeCommand => ({ do: 'go', to });
  if (key === 'ArrowDown') return go(Math.min(at + 1, rows.length - 1));
  if (key === 'ArrowUp') return go(Math.max(at - 1, 0));
  if (key === 'Home') return go(0);
  if (key === 'End') return go(rows.length - 1);
  if (key === 'ArrowRight') return open === false ? TOGGLE : go(open ? at + 1 : at);
  if (key !== 'ArrowLeft') return null;
  return open ? TOGGLE : go(parent ? rows.indexOf(parent) : at);
}
