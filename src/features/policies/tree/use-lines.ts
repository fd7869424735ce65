import { useMemo, useState } from 'react';
import { type NodePath, pathKey } from '#domain/policy/node-path.ts';
import type { ConditionNode } from '#domain/policy/policy.ts';
import { keysAbove, type Row, rowsOf } from './rows.ts';

export type LinesOptions = { root: ConditionNode; tree: NodePath['tree']; selectedKey: string | null };

/** The lines of a tree: what is folded away, and the one line that Tab leads to. */
export function useLines({ root, tree, selectedKey }: LinesOptions) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setWanted] = useState(() => pathKey({ tree, steps: [] }));
  const rows = useMemo(() => rowsOf(root, tree, folded), [root, tree, folded]);
  const indexes = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);

  /** Unfolds what hides the line, and lets Tab lead to it. */
  const goTo = (key: string) => {
    const above = keysAbove(key);
    setFolded(was => (above.some(each => was.has(each)) ? without(was, above) : was));
    setWanted(key);
  };
  const [shown, setShown] = useState<string | null>(null);
  if (selectedKey !== shown) {
    setShown(selectedKey);
    if (selectedKey !== null) goTo(selectedKey);
  }
  return {
    rows,
    goTo,
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
