import type { Effect } from '#contract/policies.ts';
import { failure, success } from '#kit/result.ts';
import type { EditResult } from '../edit-result.ts';
import { isStorable, newRule, nextId, type Policy, type Rule } from '../policy.ts';
import { type Direction, type ListResult, moveItem } from './move-item.ts';
import { withinLimits } from './within-limits.ts';

/** Appends a rule: id one above the highest, effect allow, an empty allOf condition. */
export function addRule(policy: Policy): EditResult {
  return withinLimits(policy, { ...policy, rules: [...policy.rules, newRule(policy.rules)] });
}

/** Names a rule; an empty name is a name that is still being typed. */
export function renameRule(policy: Policy, id: number, name: string): EditResult {
  if (!isStorable(name)) return failure('badText');
  return changeRule(policy, id, rule => (rule.name === name ? rule : { ...rule, name }));
}

export function setEffect(policy: Policy, id: number, effect: Effect): EditResult {
  return changeRule(policy, id, rule => (rule.effect === effect ? rule : { ...rule, effect }));
}

const COPY = ' (копия)';

/** Puts a copy of a rule right after it, with an id one above the highest. */
export function duplicateRule(policy: Policy, id: number): EditResult {
  return changeRules(policy, id, (rules, index, rule) => {
    // A copy of a copy gets no second ending.
    const name = rule.name.endsWith(COPY) ? rule.name : `${rule.name}${COPY}`;
    const copy = { ...rule, id: nextId(rules), name };
    return success([...rules.slice(0, index + 1), copy, ...rules.slice(index + 1)]);
  });
}

export function moveRule(policy: Policy, id: number, direction: Direction): EditResult {
  return changeRules(policy, id, (rules, index) => moveItem(rules, index, direction));
}

export function removeRule(policy: Policy, id: number): EditResult {
  return changeRules(policy, id, rules => success(rules.filter(rule => rule.id !== id)));
}

function changeRule(policy: Policy, id: number, change: (rule: Rule) => Rule): EditResult {
  return changeRules(policy, id, (rules, index, rule) => {
    const changed = change(rule);
    return success(changed === rule ? rules : rules.map((each, at) => (at === index ? changed : each)));
  });
}

function changeRules(
  policy: Policy,
  id: number,
  change: (rules: readonly Rule[], index: number, rule: Rule) => ListResult<Rule>,
): EditResult {
  const index = policy.rules.findIndex(rule => rule.id === id);
  const rule = policy.rules[index];
  if (!rule) return failure('noSuchRule');
  const rules = change(policy.rules, index, rule);
  if (!rules.ok) return rules;
  return rules.value === policy.rules
    ? success(policy)
    : withinLimits(policy, { ...policy, rules: rules.value });
}
