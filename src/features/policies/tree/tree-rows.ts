import { useMemo, useState } from 'react';
import { type NodePath, pathKey, type Step } from '#domain/policy/node-path.ts';
import type { ConditionNode } from '#domain/policy/policy.ts';

/** A node as a line of the tree. */
export type Row = {
  node: ConditionNode;
  /** The path as a text: `pathKey`. */
  key: string;
  /** The line of the node in which it stands; null for the root. */
  parent: Row | null;
  step: Step | null;
  /** 1 for the root. */
  level: number;
  /** From 1, among its siblings. */
  position: number;
  siblings: number;
  /** Null where nothing can be unfolded. */
  open: boolean | null;
};

/** All lines that are not folded away, from top to bottom. What stands in a node comes right below it. */
function rowsOf(root: ConditionNode, tree: NodePath['tree'], folded: ReadonlySet<string>): readonly Row[] {
  const rows: Row[] = [];
  const top = { node: root, key: pathKey({ tree, steps: [] }), parent: null, step: null };
  // A list of what is still to come instead of recursion: another server's depth is not ours to bound.
  const waiting: Row[] = [rowOf({ ...top, position: 1, siblings: 1 }, folded)];
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    rows.push(row);
    if (row.open) waiting.push(...rowsBelow(row, folded).reverse());
  }
  return rows;
}

function rowsBelow(parent: Row, folded: ReadonlySet<string>): Row[] {
  const { relatedModel, children } = parent.node;
  const siblings = relatedModel.length + children.length;
  const rowAt = (list: Step['list'], first: number) => (node: ConditionNode, index: number) => {
    const key = `${parent.key}/${list === 'children' ? 'c' : 'r'}${index}`;
    return rowOf({ node, key, parent, step: { list, index }, position: first + index, siblings }, folded);
  };
  return [
    ...relatedModel.map(rowAt('relatedModel', 1)),
    ...children.map(rowAt('children', relatedModel.length + 1)),
  ];
}

function rowOf(row: Omit<Row, 'level' | 'open'>, folded: ReadonlySet<string>): Row {
  const { node, key, parent } = row;
  const isFull = node.children.length + node.relatedModel.length > 0;
  return { ...row, level: (parent?.level ?? 0) + 1, open: isFull ? !folded.has(key) : null };
}

/** The path of a line's node. */
export function pathOf(row: Row, tree: NodePath['tree']): NodePath {
  const steps: Step[] = [];
  for (let at: Row | null = row; at; at = at.parent) if (at.step) steps.unshift(at.step);
  return { tree, steps };
}

/** The keys of all nodes in which the one of this key stands: what must be unfolded to see it. */
function keysAbove(key: string): string[] {
  const words = key.split('/');
  return words.slice(1).map((_, depth) => words.slice(0, depth + 1).join('/'));
}

export type RowsOptions = { root: ConditionNode; tree: NodePath['tree']; selectedKey: string | null };

/** The lines of a tree: what is folded away, and the one line that Tab leads to. */
export function useRows({ root, tree, selectedKey }: RowsOptions) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setWanted] = useState(() => pathKey({ tree, steps: [] }));
  const rows = useMemo(() => rowsOf(root, tree, folded), [root, tree, folded]);
  const indexes = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);

  /** Unfolds what hides the line, and lets Tab lead to it. */
  const reveal = (key: string) => {
    const above = keysAbove(key);
    setFolded(was => (above.some(each => was.has(each)) ? without(was, above) : was));
    setWanted(key);
  };
  const [shown, setShown] = useState<string | null>(null);
  if (selectedKey !== shown) {
    setShown(selectedKey);
    if (selectedKey !== null) reveal(selectedKey);
  }
  return {
    rows,
    reveal,
    active: indexOfNearest(wanted, indexes),
    indexOf: (key: string) => indexes.get(key),
    fold: (row: Row) => setFolded(was => new Set(was).add(row.key)),
    unfold: (keys: readonly string[]) => setFolded(was => without(was, keys)),
  };
}

/** Where a line is gone, or folded away: the nearest one above in which it stood. */
function indexOfNearest(wanted: string, indexes: ReadonlyMap<string, number>): number {
  for (let key = wanted; key !== ''; key = key.slice(0, Math.max(0, key.lastIndexOf('/')))) {
    const index = indexes.get(key);
    if (index !== undefined) return index;
  }
  return 0;
}

function without(keys: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  const left = new Set(keys);
  for (const key of gone) left.delete(key);
  return left;
}
