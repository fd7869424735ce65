/** Policies as they are sent, for tests of what a server does with them. */
import { type ConditionNode, emptyNode, type Policy } from '#domain/policy/policy.ts';

/** Whether the one who calls has that role. */
export function hasRole(role: string): ConditionNode {
  const claim = { attribute: 'role', comparisonType: 'list', comparisonMethod: 'equal', compareValue: role };
  return { ...emptyNode('user'), ...claim };
}

/** A policy of one rule; its target is empty and holds always. */
export function samplePolicy(id: number, change: Partial<Policy> = {}): Policy {
  const condition = { ...emptyNode('allOf'), children: [hasRole('promoter')] };
  return {
    ...{ id, name: `Политика ${id}`, ruleCombine: 'allowIfOneAllowed', target: emptyNode('allOf') },
    rules: [{ id: 1, name: 'Промоутеры', effect: 'allow', condition }],
    ...change,
  };
}

/** A tree of so many levels, one node in each. */
export function chain(levels: number): ConditionNode {
  const wrap = (inner: ConditionNode) => ({ ...emptyNode('allOf'), children: [inner] });
  return Array.from({ length: levels - 1 }).reduce<ConditionNode>(wrap, emptyNode('allOf'));
}

/** A tree of so many nodes in two levels. */
export function fan(nodes: number): ConditionNode {
  return { ...emptyNode('anyOf'), children: Array.from({ length: nodes - 1 }, () => hasRole('admin')) };
}
