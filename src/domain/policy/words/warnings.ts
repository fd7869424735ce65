import type { RuleCombine } from '#contract/policies.ts';
import type { Catalogue } from '../catalogue.ts';
import { combineRules } from '../evaluation/combine-rules.ts';
import { hasTooManyPatterns } from '../evaluation/pattern.ts';
import { type PossibleAnswers, possibleAnswers } from '../evaluation/possible-answers.ts';
import { answerOf } from '../evaluation/three-valued-logic.ts';
import type { Policy, Rule } from '../policy.ts';
import { nodeWarnings } from './node-warnings.ts';
import { COUNTED_EFFECTS } from './summary.ts';
import type { Warning, WarningName } from './warning.ts';

/** All warnings about a policy: the whole policy first, then rule by rule and node by node. */
export function warningsOf(policy: Policy, catalogue: Catalogue): Warning[] {
  const context = { catalogue, hasTooManyPatterns: hasTooManyPatterns(policy) };
  const rules = policy.rules.map(
    (rule): AnalysedRule => ({ ...rule, possible: possibleAnswers(rule.condition, context) }),
  );
  return [
    ...policyWarnings(policy.ruleCombine, possibleAnswers(policy.target, context), rules),
    ...nodeWarnings(policy.target, 'target', context),
    ...rules.flatMap(rule => [
      ...ruleWarnings(rule, policy),
      ...nodeWarnings(rule.condition, rule.id, context),
    ]),
  ];
}

type AnalysedRule = Rule & { readonly possible: PossibleAnswers };

function policyWarnings(
  combine: RuleCombine,
  target: PossibleAnswers,
  rules: readonly AnalysedRule[],
): Warning[] {
  const names = [outcomeOf(combine, target, rules), rules.length === 0 ? 'noRules' : null] as const;
  return names.flatMap(name => (name ? [{ name, path: null, ruleId: null, detail: null }] : []));
}

function outcomeOf(
  combine: RuleCombine,
  target: PossibleAnswers,
  rules: readonly AnalysedRule[],
): WarningName | null {
  if (target.has('error')) return 'targetBroken';
  if (!target.has('true')) return 'neverApplies';
  const isAllow = ({ effect }: Rule) => effect === 'allow';
  const canAllow = allows(combine, rules, rule => (isAllow(rule) ? canHold(rule) : mustHold(rule)));
  if (rules.some(isBroken) || !canAllow) return 'deniesEverything';
  const mustAllow = allows(combine, rules, rule => (isAllow(rule) ? mustHold(rule) : canHold(rule)));
  return mustAllow ? 'allowsEverything' : null;
}

/** Whether the policy allows where those rules hold of which it is asked. */
function allows(
  combine: RuleCombine,
  rules: readonly AnalysedRule[],
  holds: (rule: AnalysedRule) => boolean,
): boolean {
  const answered = rules.map(rule => ({ effect: rule.effect, answer: answerOf(holds(rule)) }));
  return combineRules(combine, 'true', answered).decision === 'allow';
}

function isBroken({ possible }: AnalysedRule): boolean {
  return possible.has('error');
}

function canHold({ possible }: AnalysedRule): boolean {
  return possible.has('true');
}

function mustHold({ possible }: AnalysedRule): boolean {
  return possible.size === 1 && possible.has('true');
}

/** Warnings about one rule. Whether a rule without effect always or never holds does not matter. */
function ruleWarnings(rule: AnalysedRule, { ruleCombine, rules }: Policy): Warning[] {
  const names: WarningName[] = [];
  if (!COUNTED_EFFECTS[ruleCombine].includes(rule.effect)) names.push('ruleWithoutEffect');
  else if (mustHold(rule)) names.push('ruleAlwaysHolds');
  else if (!canHold(rule) && !isBroken(rule)) names.push('ruleNeverHolds');
  if (rules.find(({ name }) => name === rule.name)?.id !== rule.id) names.push('sameRuleNames');
  const path = { tree: rule.id, steps: [] };
  return names.map(name => ({
    name,
    path,
    ruleId: rule.id,
    detail: name === 'sameRuleNames' ? rule.name : null,
  }));
}
