import type { RuleCombine } from '#contract/policies.ts';
import type { PossibleAnswers } from '../evaluation/possible-answers.ts';
import type { Policy, Rule } from '../policy.ts';
import { COUNTED_EFFECTS } from './summary-text.ts';
import type { Warning, WarningName } from './warning.ts';

/** A rule with all possible answers of its condition. */
export type AnalysedRule = Rule & { readonly possible: PossibleAnswers };

/** Warnings about the policy as a whole. */
export function policyWarnings(
  combine: RuleCombine,
  target: PossibleAnswers,
  rules: readonly AnalysedRule[],
): Warning[] {
  const name = outcomeOf(combine, target, rules);
  const names: WarningName[] = [
    ...(name ? [name] : []),
    ...(rules.length === 0 ? (['noRules'] as const) : []),
  ];
  return names.map(each => ({ name: each, path: null, ruleId: null, detail: null }));
}

function outcomeOf(
  combine: RuleCombine,
  target: PossibleAnswers,
  rules: readonly AnalysedRule[],
): WarningName | null {
  if (target.has('error')) return 'targetBroken';
  if (!target.has('true')) return 'neverApplies';
  if (rules.some(isBroken)) return 'deniesEverything';
  if (!CAN_ALLOW[combine](rules)) return 'deniesEverything';
  return MUST_ALLOW[combine](rules) ? 'allowsEverything' : null;
}

type RuleTest = Readonly<Record<RuleCombine, (rules: readonly AnalysedRule[]) => boolean>>;

const CAN_ALLOW: RuleTest = {
  allowIfAllAllowed: rules =>
    rules.some(isAllow) && rules.every(rule => (isAllow(rule) ? canHold(rule) : !mustHold(rule))),
  allowIfOneAllowed: rules => rules.some(rule => isAllow(rule) && canHold(rule)),
  allowIfNotDenied: rules => !rules.some(rule => !isAllow(rule) && mustHold(rule)),
};

const MUST_ALLOW: RuleTest = {
  allowIfAllAllowed: rules =>
    rules.some(isAllow) && rules.every(rule => (isAllow(rule) ? mustHold(rule) : !canHold(rule))),
  allowIfOneAllowed: rules => rules.some(rule => isAllow(rule) && mustHold(rule)),
  allowIfNotDenied: rules => rules.every(rule => isAllow(rule) || !canHold(rule)),
};

function isAllow({ effect }: Rule): boolean {
  return effect === 'allow';
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
export function ruleWarnings(rule: AnalysedRule, { ruleCombine, rules }: Policy): Warning[] {
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
