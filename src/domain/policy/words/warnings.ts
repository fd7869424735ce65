import type { Catalogue } from '../catalogue.ts';
import { hasTooManyPatterns } from '../evaluation/pattern-limits.ts';
import { possibleAnswers } from '../evaluation/possible-answers.ts';
import type { Policy } from '../policy.ts';
import { nodeWarnings } from './node-warnings.ts';
import { type AnalysedRule, policyWarnings, ruleWarnings } from './rule-warnings.ts';
import type { Warning } from './warning.ts';

export type { Warning, WarningName } from './warning.ts';

/** All warnings about a policy: the whole policy first, then rule by rule and node by node. */
export function warningsOf(policy: Policy, catalogue: Catalogue): Warning[] {
  const context = { catalogue, hasTooManyPatterns: hasTooManyPatterns(policy) };
  const target = possibleAnswers(policy.target, context);
  const rules = policy.rules.map(
    (rule): AnalysedRule => ({ ...rule, possible: possibleAnswers(rule.condition, context) }),
  );
  const nodes = (tree: 'target' | number) => nodeWarnings(policy, tree, context);
  return [
    ...policyWarnings(policy.ruleCombine, target, rules),
    ...nodes('target'),
    ...rules.flatMap(rule => [...ruleWarnings(rule, policy), ...nodes(rule.id)]),
  ];
}
