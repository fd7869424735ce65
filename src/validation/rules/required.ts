import * as ru from '../messages/ru.ts';
import { isEmpty, type Rule, ruleWithParams, siblingRule } from '../rule.ts';
import type { RuleParams } from '../rule-params.ts';

/** Something must be given; white space alone is nothing, and `false` is only with 'refuse_false'. */
export function required<Input>(falseness: RuleParams['required'][0] = 'take_false'): Rule<Input> {
  const isMissing = (value: unknown) => isBlank(value) || (value === false && falseness === 'refuse_false');
  return ruleWithParams('required', [falseness], ru.required, value =>
    isMissing(value) ? [falseness] : null,
  );
}

/** Something must be given if the field beside it has one of the values; `false` is nothing here. */
export function requiredIf<Input>(target: string, ...values: readonly [string, ...string[]]): Rule<Input> {
  return siblingRule('required_if', [target, ...values], ru.required_if, (value, sibling) => {
    const isRequired = values.includes(String(sibling.value).trim());
    return isRequired && (isBlank(value) || value === false) ? [sibling.label, ...values] : null;
  });
}

function isBlank(value: unknown): boolean {
  return isEmpty(value) || (typeof value === 'string' && value.trim() === '');
}
