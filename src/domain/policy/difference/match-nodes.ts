import type { NodePath } from '../node-path.ts';
import { type ConditionNode, isGroup } from '../policy.ts';
import { alignLists, betweenCommonEnds, type Gap, type Pair } from './align-lists.ts';

/** A node with its path in its own policy. */
export type LocatedNode = { readonly node: ConditionNode; readonly path: NodePath };

/** Which nodes of two lists correspond. What is unchanged in its place is left out. */
type Matching = {
  /** In the same place in both, by the node of the later list. */
  readonly changed: ReadonlyMap<LocatedNode, LocatedNode>;
  /** Unchanged, at another position among its siblings. */
  readonly moved: readonly Pair<LocatedNode>[];
  readonly removed: readonly LocatedNode[];
  readonly added: readonly LocatedNode[];
};

/**
 * Nodes have no ids: unchanged ones are paired first, then those about the same attribute, then the rest in
 * their order. Identical objects at both ends, which after an edit are nearly all, are not even compared.
 */
export function matchNodes(allBefore: readonly LocatedNode[], allAfter: readonly LocatedNode[]): Matching {
  const { before, after } = betweenCommonEnds(allBefore, allAfter, (one, other) => one?.node === other?.node);
  const [was, is] = [before[0], after[0]];
  // There is only one possible pair, and comparing large groups as a whole is slow.
  if (was && is && before.length === 1 && after.length === 1) {
    return { changed: new Map([[is, was]]), moved: [], removed: [], added: [] };
  }
  const { gaps } = alignLists(before, after, keyOf);
  const moved = movedBetween(gaps);
  const movedNodes = new Set(moved.flat());
  const isLeft = (each: LocatedNode) => !movedNodes.has(each);
  const left = gaps.map(gap => ({ before: gap.before.filter(isLeft), after: gap.after.filter(isLeft) }));
  const changed = new Map(left.flatMap(changedWithin).map(([earlier, later]) => [later, earlier]));
  const changedFrom = new Set(changed.values());
  return {
    changed,
    moved,
    removed: left.flatMap(gap => gap.before).filter(each => !changedFrom.has(each)),
    added: left.flatMap(gap => gap.after).filter(each => !changed.has(each)),
  };
}

function movedBetween(gaps: readonly Gap<LocatedNode>[]): Pair<LocatedNode>[] {
  const free = new Map<string, LocatedNode[]>();
  for (const was of gaps.flatMap(gap => gap.before)) {
    const key = keyOf(was);
    free.set(key, [...(free.get(key) ?? []), was]);
  }
  return gaps
    .flatMap(gap => gap.after)
    .flatMap((is): Pair<LocatedNode>[] => {
      const was = free.get(keyOf(is))?.shift();
      return was ? [[was, is]] : [];
    });
}

function changedWithin(gap: Gap<LocatedNode>): Pair<LocatedNode>[] {
  const { pairs, gaps } = alignLists(gap.before, gap.after, kindOf);
  const others = gaps.flatMap(({ before, after }) =>
    before.flatMap((was, nth): Pair<LocatedNode>[] => {
      const is = after[nth];
      return is ? [[was, is]] : [];
    }),
  );
  return [...pairs, ...others];
}

function kindOf({ node }: LocatedNode): string {
  return isGroup(node.type) ? 'group' : JSON.stringify([node.type, node.attribute]);
}

/** A node with everything in it as a text. Nodes are read and edited with their fields in one order. */
function keyOf({ node }: LocatedNode): string {
  return JSON.stringify(node);
}
