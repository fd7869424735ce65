import { alignLists } from './difference/align-lists.ts';
import { type LocatedNode, matchNodes } from './difference/match-nodes.ts';
import type { NodePath, Step } from './node-path.ts';
import { type CompareValue, type ConditionNode, emptyNode, type Policy, type Rule } from './policy.ts';

/** The fields of a node beside the lists of nodes in it. */
export const NODE_FIELDS = [
  'type',
  'attribute',
  'comparisonType',
  'comparisonMethod',
  'compareValue',
] as const;
export type NodeField = (typeof NODE_FIELDS)[number];

type Changed<Value> = { readonly before: Value; readonly after: Value };

/**
 * One difference. `path` is a node's path in the later policy, `was` its path in the earlier one. A rule that
 * is added or removed stands for its whole condition, a node for everything in it.
 */
export type Change =
  | { readonly kind: 'policyAdded'; readonly policy: Policy }
  | ({ readonly kind: 'settingChanged'; readonly field: 'id' | 'name' | 'ruleCombine' } & Changed<
      string | number
    >)
  | { readonly kind: 'ruleAdded' | 'ruleRemoved'; readonly rule: Rule; readonly index: number }
  | { readonly kind: 'ruleMoved'; readonly rule: Rule; readonly from: number; readonly to: number }
  | ({
      readonly kind: 'ruleChanged';
      readonly rule: Rule;
      readonly field: 'name' | 'effect';
    } & Changed<string>)
  | { readonly kind: 'nodeAdded'; readonly path: NodePath; readonly node: ConditionNode }
  | { readonly kind: 'nodeRemoved'; readonly was: NodePath; readonly node: ConditionNode }
  | ({ readonly kind: 'nodeMoved'; readonly was: NodePath } & LocatedNode)
  | ({
      readonly kind: 'nodeChanged';
      readonly path: NodePath;
      readonly was: NodePath;
      readonly field: NodeField;
    } & Changed<CompareValue>);

/** What differs between two states of a policy, in the order of the screen; null = it was not there before. */
export function differences(before: Policy | null, after: Policy): Change[] {
  if (!before) {
    const empty = { ...after, target: emptyNode('allOf'), rules: [] };
    return [{ kind: 'policyAdded', policy: after }, ...differences(empty, after)];
  }
  return [
    ...settingChanges(before, after),
    ...treeChanges('target', before.target, after.target),
    ...ruleChanges(before.rules, after.rules),
  ];
}

function settingChanges(before: Policy, after: Policy): Change[] {
  const fields = ['id', 'name', 'ruleCombine'] as const;
  return fields
    .filter(field => before[field] !== after[field])
    .map(field => ({ kind: 'settingChanged', field, before: before[field], after: after[field] }));
}

function ruleChanges(before: readonly Rule[], after: readonly Rule[]): Change[] {
  if (before === after) return [];
  const indexBefore = indexesOf(before);
  const indexAfter = indexesOf(after);
  const removed = before.flatMap((rule, index): Change[] =>
    indexAfter.has(rule.id) ? [] : [{ kind: 'ruleRemoved', rule, index }],
  );
  const { pairs } = alignLists(
    before.filter(({ id }) => indexAfter.has(id)),
    after.filter(({ id }) => indexBefore.has(id)),
    ({ id }) => id,
  );
  const inOrder = new Set(pairs.map(([, { id }]) => id));
  const others = after.flatMap((rule, index): Change[] => {
    const from = indexBefore.get(rule.id);
    const was = from === undefined ? undefined : before[from];
    if (from === undefined || !was) return [{ kind: 'ruleAdded', rule, index }];
    const moved: Change[] = inOrder.has(rule.id) ? [] : [{ kind: 'ruleMoved', rule, from, to: index }];
    return [...moved, ...changesOfRule(was, rule)];
  });
  return [...removed, ...others];
}

function indexesOf(rules: readonly Rule[]): ReadonlyMap<number, number> {
  return new Map(rules.map(({ id }, index) => [id, index]));
}

function changesOfRule(before: Rule, after: Rule): Change[] {
  if (before === after) return [];
  const fields = (['name', 'effect'] as const)
    .filter(field => before[field] !== after[field])
    .map((field): Change => {
      return { kind: 'ruleChanged', rule: after, field, before: before[field], after: after[field] };
    });
  return [...fields, ...treeChanges(after.id, before.condition, after.condition)];
}

function treeChanges(tree: NodePath['tree'], before: ConditionNode, after: ConditionNode): Change[] {
  const path = { tree, steps: [] };
  return nodeChanges({ node: before, path }, { node: after, path });
}

/** Differences of two nodes at the same position, and of everything in them. */
function nodeChanges(was: LocatedNode, is: LocatedNode): Change[] {
  if (was.node === is.node) return [];
  const fields = NODE_FIELDS.map(field => ({ field, before: was.node[field], after: is.node[field] }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
    .map((change): Change => ({ kind: 'nodeChanged', path: is.path, was: was.path, ...change }));
  return [...fields, ...listChanges(was, is, 'relatedModel'), ...listChanges(was, is, 'children')];
}

function listChanges(parentBefore: LocatedNode, parentAfter: LocatedNode, list: Step['list']): Change[] {
  if (parentBefore.node[list] === parentAfter.node[list]) return [];
  const after = nodesIn(parentAfter, list);
  const { changed, moved, removed, added } = matchNodes(nodesIn(parentBefore, list), after);
  return [
    ...removed.map(({ path, node }): Change => ({ kind: 'nodeRemoved', was: path, node })),
    ...added.map((each): Change => ({ kind: 'nodeAdded', ...each })),
    ...moved.map(([was, is]): Change => ({ kind: 'nodeMoved', was: was.path, ...is })),
    ...after.flatMap(is => {
      const was = changed.get(is);
      return was ? nodeChanges(was, is) : [];
    }),
  ];
}

function nodesIn({ node, path }: LocatedNode, list: Step['list']): LocatedNode[] {
  return node[list].map((child, index) => ({
    node: child,
    path: { ...path, steps: [...path.steps, { list, index }] },
  }));
}
