import type { RuleCombine } from '#contract/policies.ts';
import type { Possible } from '../evaluation/possible.ts';
import type { Policy, Rule } from '../policy.ts';
import { COUNTED } from './summary-text.ts';
import type { Warning, WarningName } from './warning.ts';

/** A rule with all possible answers of its condition. */
export type JudgedRule = Rule & { readonly possible: Possible };

/** Warnings about the policy as a whole. */
export function policyWarnings(
  combine: RuleCombine,
  target: Possible,
  rules: readonly JudgedRule[],
): Warning[] {
  const name = outcomeOf(combine, target, rules);
  const names: WarningName[] = [
    ...(name ? [name] : []),
    ...(rules.length === 0 ? (['noRules'] as const) : []),
  ];
  return names.map(each => ({ name: each, path: null, ruleId: null, detail: null }));
}

function outcomeOf(combine: RuleCombine, target: Possible, rules: readonly JudgedRule[]): WarningName | null {
  if (target.has('error')) return 'targetBroken';
  if (!target.has('true')) return 'neverApplies';
  if (rules.some(isBroken)) return 'deniesEverything';
  if (!CAN_ALLOW[combine](rules)) return 'deniesEverything';
  return MUST_ALLOW[combine](rules) ? 'allowsEverything' : null;
}

type Judgement = Readonly<Record<RuleCombine, (rules: readonly JudgedRule[]) => boolean>>;

const CAN_ALLOW: Judgement = {
  allowIfAllAllowed: rules =>
    rules.some(isAllow) && rules.every(rule => (isAllow(rule) ? canHold(rule) : !mustHold(rule))),
  allowIfOneAllowed: rules => rules.some(rule => isAllow(rule) && canHold(rule)),
  allowIfNotDenied: rules => !rules.some(rule => !isAllow(rule) && mustHold(rule)),
};

const MUST_ALLOW: Judgement = {
  allowIfAllAllowed: rules =>
    rules.some(isAllow) && rules.every(rule => (isAllow(rule) ? mustHold(rule) : !canHold(rule))),
  allowIfOneAllowed: rules => rules.some(rule => isAllow(rule) && mustHold(rule)),
  allowIfNotDenied: rules => rules.every(rule => isAllow(rule) || !canHold(rule)),
};

function isAllow({ effect }: Rule): boolean {
  return effect === 'allow';
}

function isBroken({ possible }: JudgedRule): boolean {
  return possible.has('error');
}

function canHold({ possible }: JudgedRule): boolean {
  return possible.has('true');
}

function mustHold({ possible }: JudgedRule): boolean {
  return possible.size === 1 && possible.has('true');
}

/** Warnings about one rule. Whether a rule without effect always or never holds does not matter. */
export function ruleWarnings(rule: JudgedRule, { ruleCombine, rules }: Policy): Warning[] {
  const names: WarningName[] = [];
  if (!COUNTED[ruleCombine].includes(rule.effect)) names.push('ruleWithoutEffect');
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
