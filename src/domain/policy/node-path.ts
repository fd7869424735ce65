import type { ConditionNode, Policy } from './policy.ts';

/** Which list of a node a step goes into. */
export type Step = { readonly list: 'children' | 'relatedModel'; readonly index: number };

/** The position of a node: its tree (the target, or a rule by its id), then the steps down from the root. */
export type NodePath = { readonly tree: 'target' | number; readonly steps: readonly Step[] };

/** The root of a tree; undefined where there is no such rule. */
export function rootOf(policy: Policy, tree: NodePath['tree']): ConditionNode | undefined {
  return tree === 'target' ? policy.target : policy.rules.find(({ id }) => id === tree)?.condition;
}

/** The node at a path; undefined where there is none. */
export function nodeAt(policy: Policy, { tree, steps }: NodePath): ConditionNode | undefined {
  return steps.reduce<ConditionNode | undefined>(
    (node, { list, index }) => node?.[list][index],
    rootOf(policy, tree),
  );
}

/** The same path as a text, for keys and comparison: `target/c0/r1`, `3/c2`. */
export function pathKey({ tree, steps }: NodePath): string {
  return [tree, ...steps.map(({ list, index }) => `${list === 'children' ? 'c' : 'r'}${index}`)].join('/');
}

/** The path itself, or where its node is gone that of the nearest one that held it; null if even the tree is gone. */
export function nearestNode(policy: Policy, path: NodePath): NodePath | null {
  if (nodeAt(policy, path)) return path;
  const { tree, steps } = path;
  return steps.length === 0 ? null : nearestNode(policy, { tree, steps: steps.slice(0, -1) });
}
