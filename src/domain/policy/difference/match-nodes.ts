import { type ConditionNode, isGroup } from '../policy.ts';
import { type Gap, gapsBetween, longestCommonSubsequence, type Pair } from './align-lists.ts';

/** Which nodes of two lists correspond, by indexes. */
type Matching = {
  /**
   * At the same position in both, changed or not, in the order of the later list. Identical objects at both
   * ends, which after an edit are nearly all, are left out.
   */
  readonly kept: readonly Pair[];
  /** Unchanged, at another position among its siblings. */
  readonly moved: readonly Pair[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
};

/**
 * Nodes have no ids: unchanged ones are paired first, then those about the same attribute, then the rest in
 * their order.
 */
export function matchNodes(before: readonly ConditionNode[], after: readonly ConditionNode[]): Matching {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const { kept, moved, removed, added } = matchBetween(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  );
  const shifted = (index: number) => index + start;
  const shiftedPair = ([was, is]: Pair): Pair => [was + start, is + start];
  return {
    kept: kept.map(shiftedPair),
    moved: moved.map(shiftedPair),
    removed: removed.map(shifted),
    added: added.map(shifted),
  };
}

function matchBetween(before: readonly ConditionNode[], after: readonly ConditionNode[]): Matching {
  // There is only one possible pair, and comparing large groups as a whole is slow.
  if (before.length === 1 && after.length === 1) return { kept: [[0, 0]], moved: [], removed: [], added: [] };
  const unchanged = longestCommonSubsequence(before.map(keyOf), after.map(keyOf));
  const gaps = gapsBetween(unchanged, before.length, after.length);
  const moved = movedBetween(gaps, before, after);
  const movedFrom = new Set(moved.map(([was]) => was));
  const movedTo = new Set(moved.map(([, is]) => is));
  const left = gaps.map(gap => ({
    before: gap.before.filter(index => !movedFrom.has(index)),
    after: gap.after.filter(index => !movedTo.has(index)),
  }));
  const changed = left.flatMap(gap => changedWithin(gap, before, after));
  const changedFrom = new Set(changed.map(([was]) => was));
  const changedTo = new Set(changed.map(([, is]) => is));
  return {
    kept: [...unchanged, ...changed].sort(([, one], [, other]) => one - other),
    moved,
    removed: left.flatMap(gap => gap.before).filter(index => !changedFrom.has(index)),
    added: left.flatMap(gap => gap.after).filter(index => !changedTo.has(index)),
  };
}

function movedBetween(
  gaps: readonly Gap[],
  before: readonly ConditionNode[],
  after: readonly ConditionNode[],
): Pair[] {
  const free = new Map<string, number[]>();
  for (const { key, index } of keyed(
    before,
    gaps.flatMap(gap => gap.before),
  )) {
    free.set(key, [...(free.get(key) ?? []), index]);
  }
  return keyed(
    after,
    gaps.flatMap(gap => gap.after),
  ).flatMap(({ key, index }): Pair[] => {
    const was = free.get(key)?.shift();
    return was === undefined ? [] : [[was, index]];
  });
}

function keyed(nodes: readonly ConditionNode[], indexes: readonly number[]) {
  return indexes.flatMap(index => {
    const node = nodes[index];
    return node ? [{ key: keyOf(node), index }] : [];
  });
}

function changedWithin(gap: Gap, before: readonly ConditionNode[], after: readonly ConditionNode[]): Pair[] {
  const ofKind = pairsWithin(
    gap,
    index => kindOf(before[index]),
    index => kindOf(after[index]),
  );
  const places: Pair[] = ofKind.map(([was, is]) => [gap.before.indexOf(was), gap.after.indexOf(is)]);
  const others = gapsBetween(places, gap.before.length, gap.after.length).flatMap(inner =>
    inner.before
      .slice(0, inner.after.length)
      .flatMap((was, nth): Pair[] => pairOf(gap.before[was], gap.after[inner.after[nth] ?? -1])),
  );
  return [...ofKind, ...others];
}

function pairsWithin(gap: Gap, was: (index: number) => string, is: (index: number) => string): Pair[] {
  return longestCommonSubsequence(gap.before.map(was), gap.after.map(is)).flatMap(([one, other]) =>
    pairOf(gap.before[one], gap.after[other]),
  );
}

function pairOf(was: number | undefined, is: number | undefined): Pair[] {
  return was === undefined || is === undefined ? [] : [[was, is]];
}

function kindOf(node: ConditionNode | undefined): string {
  if (!node) return '';
  return isGroup(node.type) ? 'group' : JSON.stringify([node.type, node.attribute]);
}

/** Nodes never change, so their keys can be cached. */
const keys = new WeakMap<ConditionNode, string>();

/** A node with everything in it as a text, the same for equal nodes. */
function keyOf(node: ConditionNode): string {
  const known = keys.get(node);
  if (known !== undefined) return known;
  const { type, attribute, comparisonType, comparisonMethod, compareValue } = node;
  const own = JSON.stringify([type, attribute, comparisonType, comparisonMethod, compareValue]);
  const key = `${own}[${node.relatedModel.map(keyOf).join()}][${node.children.map(keyOf).join()}]`;
  keys.set(node, key);
  return key;
}
