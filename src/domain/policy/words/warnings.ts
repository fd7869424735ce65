import type { Catalogue } from '../catalogue.ts';
import { hasTooManyPatterns } from '../evaluation/pattern-limits.ts';
import { possibleAnswers } from '../evaluation/possible.ts';
import type { Policy } from '../policy.ts';
import { nodeWarnings } from './node-warnings.ts';
import { type JudgedRule, policyWarnings, ruleWarnings } from './rule-warnings.ts';
import type { Warning } from './warning.ts';

export type { Warning, WarningName } from './warning.ts';

/** All warnings about a policy: the whole policy first, then rule by rule and node by node. */
export function warningsOf(policy: Policy, catalogue: Catalogue): Warning[] {
  const knowledge = { catalogue, hasTooManyPatterns: hasTooManyPatterns(policy) };
  const target = possibleAnswers(policy.target, knowledge);
  const rules = policy.rules.map(
    (rule): JudgedRule => ({ ...rule, possible: possibleAnswers(rule.condition, knowledge) }),
  );
  const nodes = (tree: 'target' | number) => nodeWarnings(policy, tree, knowledge);
  return [
    ...policyWarnings(policy.ruleCombine, target, rules),
    ...nodes('target'),
    ...rules.flatMap(rule => [...ruleWarnings(rule, policy), ...nodes(rule.id)]),
  ];
}
