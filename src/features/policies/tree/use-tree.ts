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
import type { ActName } from './node-acts.ts';
import { pathOf, type Row } from './rows.ts';
import { texts } from './texts.ts';

import { type LinesOptions, useLines } from './use-lines.ts';
import { useTypeahead } from './use-typeahead.ts';

export type TreeOptions = LinesOptions & {
  box: RefObject<HTMLElement | null>;
  /** Its fields are beside the tree: to be at a node is to see them. On a phone they would cover the tree. */
  fieldsBeside: boolean;
  /** What a line says, to find it by its first letters. */
  wordsOf: (row: Row) => string;
  onAct: (name: ActName, path: NodePath) => NodePath | null;
  onSelect: (path: NodePath) => void;
};

/** The tree by mouse, touch and keyboard: which line has the focus, and what presses and keys do. */
export function useTree(options: TreeOptions) {
  const { tree, box } = options;
  const lines = useLines(options);
  const focusSoon = useFocusedLine(box, lines.indexOf);
  const typeahead = useTypeahead();
  const [said, say] = useState('');
  const goTo = (key: string) => {
    lines.goTo(key);
    focusSoon(key);
  };
  useFocusRequest(request => {
    if (request.place !== 'line' || request.path.tree !== tree) return false;
    goTo(pathKey(request.path));
    return true;
  });
  const onCommand = commandHandlers({ options, lines, typeahead, goTo, say });
  return { ...lines, said, handlers: handlersOf(options, lines, onCommand, typeahead) };
}

type Lines = ReturnType<typeof useLines>;
type Typeahead = ReturnType<typeof useTypeahead>;
type CommandHandler = (command: TreeCommand, row: Row, press: { at: number; when: number }) => void;

type Deps = {
  options: TreeOptions;
  lines: Lines;
  typeahead: Typeahead;
  goTo: (key: string) => void;
  say: (words: string) => void;
};

/** How commands are obeyed. */
function commandHandlers({ options, lines, typeahead, goTo, say }: Deps): CommandHandler {
  const { rows } = lines;
  const { tree, onAct, onSelect } = options;
  const wordsAt = (index: number) => (rows[index] ? options.wordsOf(rows[index]) : '');
  const act = (name: ActName, row: Row) => {
    const nextFocus = onAct(name, pathOf(row, tree));
    if (!nextFocus) return;
    say(outcomeWords(name, row));
    goTo(pathKey(nextFocus));
    // A new condition is empty: its fields come next.
    if (options.fieldsBeside || name === 'add') onSelect(nextFocus);
  };
  return (command, row, { at, when }) => {
    if (command.do === 'go') return goTo(rows[command.to]?.key ?? row.key);
    if (command.do === 'act') return act(command.name, row);
    if (command.do === 'fold' || command.do === 'unfold') return toggle(lines, row);
    if (command.do === 'unfoldSiblings') return lines.unfold(siblingsOf(row, rows));
    if (command.do === 'find') {
      const typed = { letter: command.letter, when, from: at, count: rows.length };
      return goTo(rows[typeahead.find(typed, wordsAt)]?.key ?? row.key);
    }
    onSelect(pathOf(row, tree));
    if (command.do === 'openFields') askForFocus({ place: 'fields' });
  };
}

/** The tree hears for all of its lines, which are drawn again only when they say something else. */
function handlersOf(options: TreeOptions, lines: Lines, onCommand: CommandHandler, typeahead: Typeahead) {
  const { rows } = lines;
  return {
    onKeyDown(event: KeyboardEvent) {
      const at = indexOf(event.target);
      const row = rows[at];
      const isTyping = typeahead.isTyping(event.timeStamp);
      const command = row && commandOf(event, rows, at, isTyping);
      if (!command) return;
      event.preventDefault();
      onCommand(command, row, { at, when: event.timeStamp });
    },
    onClick(event: MouseEvent) {
      const row = rows[indexOf(event.target)];
      if (!row) return;
      if (isFold(event.target)) return toggle(lines, row);
      options.onSelect(pathOf(row, options.tree));
    },
    onFocus(event: FocusEvent) {
      const row = rows[indexOf(event.target)];
      if (row) lines.goTo(row.key);
    },
  };
}

function toggle(lines: Lines, row: Row): void {
  if (row.open) lines.fold(row);
  else lines.unfold([row.key]);
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

function siblingsOf(row: Row, rows: readonly Row[]): string[] {
  return rows.filter(({ parent }) => parent === row.parent).map(({ key }) => key);
}

function outcomeWords(name: ActName, row: Row): string {
  if (name === 'add') return texts.added;
  if (name === 'remove') return texts.removed;
  if (name === 'duplicate') return texts.duplicated;
  return texts.moved(row.position + (name === 'up' ? -1 : 1), row.siblings);
}

function indexOf(target: EventTarget): number {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return Number(line?.dataset.row ?? -1);
}

function isFold(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-fold]') !== null;
}

/** What a key asks of the tree. */
type TreeCommand =
  | { do: 'go'; to: number }
  | { do: 'fold' | 'unfold' | 'unfoldSiblings' | 'openFields' | 'select' }
  | { do: 'act'; name: ActName }
  | { do: 'find'; letter: string };

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey'>;

const PLAIN: Readonly<Record<string, TreeCommand>> = {
  Enter: { do: 'openFields' },
  ' ': { do: 'select' },
  '*': { do: 'unfoldSiblings' },
  '+': { do: 'act', name: 'add' },
  Insert: { do: 'act', name: 'add' },
  Delete: { do: 'act', name: 'remove' },
};

/**
 * The command of a key on the line at `at`; null where the tree has none. While the first letters of a line are being
 * typed, the space is one of them.
 */
function commandOf(press: KeyPress, rows: readonly Row[], at: number, isTyping: boolean): TreeCommand | null {
  const { key, code, altKey, ctrlKey, metaKey } = press;
  if (altKey) return ctrlKey || metaKey ? null : moveOf(key);
  // By its place too: on the Russian layout the same key says «в».
  if (ctrlKey || metaKey) return code === 'KeyD' || key === 'd' ? { do: 'act', name: 'duplicate' } : null;
  if (isTyping && key === ' ') return { do: 'find', letter: key };
  const plain = PLAIN[key] ?? walk(key, rows, at);
  if (plain) return plain;
  return [...key].length === 1 ? { do: 'find', letter: key } : null;
}

function moveOf(key: string): TreeCommand | null {
  if (key === 'ArrowUp') return { do: 'act', name: 'up' };
  return key === 'ArrowDown' ? { do: 'act', name: 'down' } : null;
}

function walk(key: string, rows: readonly Row[], at: number): TreeCommand | null {
  const row = rows[at];
  if (key === 'ArrowDown') return { do: 'go', to: Math.min(at + 1, rows.length - 1) };
  if (key === 'ArrowUp') return { do: 'go', to: Math.max(at - 1, 0) };
  if (key === 'Home') return { do: 'go', to: 0 };
  if (key === 'End') return { do: 'go', to: rows.length - 1 };
  if (key === 'ArrowRight' && row) return inwards(row, at);
  return key === 'ArrowLeft' && row ? outwards(row, rows, at) : null;
}

function inwards({ open }: Row, at: number): TreeCommand {
  if (open === false) return { do: 'unfold' };
  return { do: 'go', to: open ? at + 1 : at };
}

function outwards({ open, parent }: Row, rows: readonly Row[], at: number): TreeCommand {
  if (open) return { do: 'fold' };
  return { do: 'go', to: parent ? rows.indexOf(parent) : at };
}
