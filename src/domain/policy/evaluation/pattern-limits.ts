import type { ConditionNode, Policy } from '../policy.ts';

/** How many characters a pattern may have. */
export const PATTERN_MAX = 1000;

/** How many characters all patterns of a policy may have: compiling takes time, up to 0.25 ms for three. */
const PATTERNS_MAX = 4000;

/** Whether the patterns of a policy are too long in total; none of them is evaluated then. */
export function hasTooManyPatterns(policy: Policy): boolean {
  const roots = [policy.target, ...policy.rules.map(({ condition }) => condition)];
  return roots.reduce((sum, root) => sum + patternsIn(root), 0) > PATTERNS_MAX;
}

function patternsIn({ comparisonMethod, compareValue, children, relatedModel }: ConditionNode): number {
  const own = comparisonMethod === 'regexp' ? String(compareValue ?? '').length : 0;
  return [...children, ...relatedModel].reduce((sum, node) => sum + patternsIn(node), own);
}
