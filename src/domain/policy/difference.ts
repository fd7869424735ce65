import { longestCommonSubsequence } from './difference/align-lists.ts';
import type { Change } from './difference/change.ts';
import { nodeChanges } from './difference/node-changes.ts';
import type { NodePath } from './node-path.ts';
import { type ConditionNode, emptyNode, type Policy, type Rule } from './policy.ts';

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
  const stayed = idsInOrder(before, indexAfter, after, indexBefore);
  const others = after.flatMap((rule, index): Change[] => {
    const from = indexBefore.get(rule.id);
    const was = from === undefined ? undefined : before[from];
    if (from === undefined || !was) return [{ kind: 'ruleAdded', rule, index }];
    const moved: Change[] = stayed.has(rule.id) ? [] : [{ kind: 'ruleMoved', rule, from, to: index }];
    return [...moved, ...changesOfRule(was, rule)];
  });
  return [...removed, ...others];
}

/** Ids of the rules in both lists that kept their relative order; the other shared ones were moved. */
function idsInOrder(
  before: readonly Rule[],
  indexAfter: ReadonlyMap<number, number>,
  after: readonly Rule[],
  indexBefore: ReadonlyMap<number, number>,
): ReadonlySet<number> {
  const were = before.filter(({ id }) => indexAfter.has(id)).map(({ id }) => String(id));
  const are = after.filter(({ id }) => indexBefore.has(id)).map(({ id }) => String(id));
  return new Set(longestCommonSubsequence(were, are).map(([index]) => Number(were[index])));
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
  return [...nodeChanges({ node: before, path }, { node: after, path })];
}

function indexesOf(rules: readonly Rule[]): ReadonlyMap<number, number> {
  return new Map(rules.map(({ id }, index) => [id, index]));
}
