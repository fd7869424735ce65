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
import { askForFocus, useFocusWish } from './focus-request.ts';
import type { ActName } from './node-acts.ts';
import { pathOf, type Row } from './rows.ts';
import { texts } from './texts.ts';
import { commandOf, type TreeCommand } from './tree-keys.ts';
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
  const { tree, box, onAct, onSelect } = options;
  const lines = useLines(options);
  const { rows, active } = lines;
  const focusSoon = useFocusedLine(box, lines.indexOf);
  const find = useTypeahead();
  const [said, setSaid] = useState('');
  const goTo = (key: string) => {
    lines.goTo(key);
    focusSoon(key);
  };
  useFocusWish(wish => {
    if (wish.place !== 'line' || wish.path.tree !== tree) return false;
    goTo(pathKey(wish.path));
    return true;
  });
  const act = (name: ActName, row: Row) => {
    const landing = onAct(name, pathOf(row, tree));
    if (!landing) return;
    setSaid(outcomeWords(name, row));
    goTo(pathKey(landing));
    // A new condition is empty: its fields come next.
    if (options.fieldsBeside || name === 'add') onSelect(landing);
  };
  const toggle = (row: Row) => (row.open ? lines.fold(row) : lines.unfold([row.key]));
  const obey = (command: TreeCommand, row: Row, at: number, when: number) => {
    if (command.do === 'go') return goTo(rows[command.to]?.key ?? row.key);
    if (command.do === 'act') return act(command.name, row);
    if (command.do === 'fold' || command.do === 'unfold') return toggle(row);
    if (command.do === 'unfoldSiblings') return lines.unfold(siblingsOf(row, rows));
    if (command.do === 'find') {
      const index = find(command.letter, when, at, rows.length, each => wordsAt(each));
      return goTo(rows[index]?.key ?? row.key);
    }
    onSelect(pathOf(row, tree));
    if (command.do === 'openFields') askForFocus({ place: 'fields' });
  };
  const wordsAt = (index: number) => {
    const row = rows[index];
    return row ? options.wordsOf(row) : '';
  };
  const handlers = {
    onKeyDown(event: KeyboardEvent) {
      const at = indexOf(event.target);
      const row = rows[at];
      const command = row && commandOf(event, rows, at);
      if (!command) return;
      event.preventDefault();
      obey(command, row, at, event.timeStamp);
    },
    onClick(event: MouseEvent) {
      const row = rows[indexOf(event.target)];
      if (!row) return;
      if (isFold(event.target)) return toggle(row);
      onSelect(pathOf(row, tree));
    },
    onFocus(event: FocusEvent) {
      const row = rows[indexOf(event.target)];
      if (row) lines.goTo(row.key);
    },
  };
  return { rows, active, said, handlers };
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
