import type { NodePath, Step } from '../node-path.ts';
import type { ConditionNode } from '../policy.ts';
import { type Change, NODE_FIELDS } from './change.ts';
import { matchNodes } from './match-nodes.ts';

/** A node with its path in its own policy. */
type LocatedNode = { readonly node: ConditionNode; readonly path: NodePath };

/** Differences of two nodes at the same position, and of everything in them. */
export function* nodeChanges(before: LocatedNode, after: LocatedNode): Generator<Change> {
  if (before.node === after.node) return;
  for (const field of NODE_FIELDS) {
    const change = { before: before.node[field], after: after.node[field] };
    if (JSON.stringify(change.before) === JSON.stringify(change.after)) continue;
    yield { kind: 'nodeChanged', path: after.path, was: before.path, field, ...change };
  }
  yield* listChanges(before, after, 'relatedModel');
  yield* listChanges(before, after, 'children');
}

function* listChanges(before: LocatedNode, after: LocatedNode, list: Step['list']): Generator<Change> {
  if (before.node[list] === after.node[list]) return;
  const { kept, moved, removed, added } = matchNodes(before.node[list], after.node[list]);
  for (const was of inside(before, list, removed)) {
    yield { kind: 'nodeRemoved', was: was.path, node: was.node };
  }
  for (const is of inside(after, list, added)) yield { kind: 'nodeAdded', path: is.path, node: is.node };
  for (const [was, is] of pairsInside(before, after, list, moved)) {
    yield { kind: 'nodeMoved', path: is.path, was: was.path, node: is.node };
  }
  for (const [was, is] of pairsInside(before, after, list, kept)) yield* nodeChanges(was, is);
}

function inside({ node, path }: LocatedNode, list: Step['list'], indexes: readonly number[]): LocatedNode[] {
  return indexes.flatMap(index => {
    const child = node[list][index];
    return child ? [{ node: child, path: { ...path, steps: [...path.steps, { list, index }] } }] : [];
  });
}

function pairsInside(
  before: LocatedNode,
  after: LocatedNode,
  list: Step['list'],
  pairs: readonly (readonly [number, number])[],
): (readonly [LocatedNode, LocatedNode])[] {
  return pairs.flatMap(([from, to]) => {
    const [was] = inside(before, list, [from]);
    const [is] = inside(after, list, [to]);
    return was && is ? [[was, is] as const] : [];
  });
}
