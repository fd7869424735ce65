import { type ConditionNode, DEPTH_MAX, emptyNode, type Policy } from '#domain/policy/policy.ts';

const LEAVES_A_LEVEL = 65;

/** A comparison that holds of nothing, so that none is like another. */
function claim(number: number): ConditionNode {
  return {
    ...emptyNode('request'),
    attribute: 'tofirm',
    comparisonType: 'number',
    comparisonMethod: 'greater',
    compareValue: String(1_000_000 + number),
  };
}

/** Groups inside groups as deep as a policy may be, each with many comparisons before the next one. */
function deepGroup(level: number, leaves: number): ConditionNode {
  const claims = Array.from({ length: leaves }, (_, at) => claim(level * LEAVES_A_LEVEL + at));
  const below = level < DEPTH_MAX - 1 ? [deepGroup(level + 1, leaves)] : [];
  return { ...emptyNode(level % 2 ? 'allOf' : 'anyOf'), children: [...claims, ...below] };
}

/** A policy almost as large as one may be (991 nodes, 16 levels), with room for what a test adds. */
export function largePolicy(id: number): Policy {
  return {
    id,
    name: `Большая ${id}`,
    ruleCombine: 'allowIfOneAllowed',
    target: emptyNode('allOf'),
    rules: [{ id: 1, name: 'Все сразу', effect: 'deny', condition: deepGroup(1, LEAVES_A_LEVEL) }],
  };
}
