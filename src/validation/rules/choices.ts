import * as ru from '../messages/ru.ts';
import { eachRule, isEmpty, type Rule, rule, siblingRule } from '../rule.ts';

/** The same as the field beside it, compared as text. */
export function confirmed<Input>(target: string): Rule<Input> {
  return siblingRule('confirmed', [target], ru.confirmed, (value, sibling) =>
    isEmpty(value) || String(value) === String(sibling.value) ? null : [sibling.label],
  );
}

/** Exactly this value. */
export function is<Input>(other: unknown): Rule<Input> {
  return rule('is', [other], ru.is, value => value === other);
}

/** Any value but this one. */
export function isNot<Input>(other: unknown): Rule<Input> {
  return rule('is_not', [other], ru.is_not, value => value !== other);
}

/** One of these; of a list each item. '1' and 1 are the same here, since fields hold texts. */
export function included<Input>(...options: readonly unknown[]): Rule<Input> {
  return eachRule('included', options, ru.included, item => isOneOf(options, item));
}

/** None of these; of a list no item. */
export function excluded<Input>(...options: readonly unknown[]): Rule<Input> {
  return eachRule('excluded', options, ru.excluded, item => !isOneOf(options, item));
}

function isOneOf(options: readonly unknown[], item: unknown): boolean {
  return options.some(option => option === item || (isScalar(item) && String(option) === String(item)));
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}
