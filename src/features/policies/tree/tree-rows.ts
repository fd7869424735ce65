import { useMemo, useState } from 'react';
import { type NodePath, pathKey, type Step } from '#domain/policy/node-path.ts';
import type { ConditionNode } from '#domain/policy/policy.ts';

/** A node as a line of the tree. */
export type Row = {
  node: ConditionNode;
  path: NodePath;
  /** The path as a text: `pathKey`. */
  key: string;
  /** The line of the node in which it stands; null for the root. */
  parent: Row | null;
  /** 1 for the root. */
  level: number;
  /** From 1, among its siblings. */
  position: number;
  siblings: number;
  /** Null where nothing can be unfolded. */
  open: boolean | null;
};

type Place = Pick<Row, 'node' | 'path' | 'parent' | 'position' | 'siblings'>;

/** A line and all in it that are not folded away, from top to bottom. What stands in a node comes right below it. */
function rowsFrom(place: Place, folded: ReadonlySet<string>): Row[] {
  const { node, path } = place;
  const { relatedModel, children } = node;
  const key = pathKey(path);
  const siblings = relatedModel.length + children.length;
  const row = { ...place, key, level: path.steps.length + 1, open: siblings > 0 ? !folded.has(key) : null };
  if (!row.open) return [row];
  const below = (list: Step['list'], first: number) =>
    node[list].flatMap((each, index) => {
      const steps = [...path.steps, { list, index }];
      const at = { node: each, path: { ...path, steps }, parent: row, position: first + index, siblings };
      return rowsFrom(at, folded);
    });
  return [row, ...below('relatedModel', 1), ...below('children', relatedModel.length + 1)];
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
  const rows = useMemo(() => {
    const path = { tree, steps: [] };
    return rowsFrom({ node: root, path, parent: null, position: 1, siblings: 1 }, folded);
  }, [root, tree, folded]);
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
