import * as ru from '../messages/ru.ts';
import {
  assertCount,
  each,
  isEmpty,
  isList,
  type Rule,
  type RuleRequirement,
  rule,
  ruleWithParams,
} from '../rule.ts';

/** At most so many characters (code points); of a list each item. */
export function max<Input>(length: number): Rule<Input> {
  assertCount('max', length);
  return rule(
    { rule: 'max', params: [length], russian: ru.max },
    each(item => countCharacters(item) <= length),
  );
}

/** At least so many characters (code points); of a list each item. */
export function min<Input>(length: number): Rule<Input> {
  assertCount('min', length);
  return rule(
    { rule: 'min', params: [length], russian: ru.min },
    each(item => countCharacters(item) >= length),
  );
}

/** Exactly `length` characters, or items of a list; with `max` from `length` to `max` of them. */
export function length<Input>(length: number, max: number = length): Rule<Input> {
  assertCount('length', length, max);
  const requirement: RuleRequirement<'length'> = {
    rule: 'length',
    russian: ru.length,
    params: [length, max, 'characters'],
  };
  return ruleWithParams(requirement, value => {
    const count = isList(value) ? value.length : countCharacters(value);
    const isFine = isEmpty(value) || (count >= length && count <= max);
    return isFine ? null : [length, max, isList(value) ? 'items' : 'characters'];
  });
}

function countCharacters(value: unknown): number {
  return [...String(value)].length;
}

/** Letters only, of any script. */
export function alpha<Input>(): Rule<Input> {
  return rule({ rule: 'alpha', params: [], russian: ru.alpha }, matches(/^[\p{L}\p{M}]*$/u));
}

/** Letters, digits, dashes and underscores only. */
export function alphaDash<Input>(): Rule<Input> {
  return rule(
    { rule: 'alpha_dash', params: [], russian: ru.alpha_dash },
    matches(/^[\p{L}\p{M}\p{Nd}_-]*$/u),
  );
}

/** Letters and digits only. */
export function alphaNum<Input>(): Rule<Input> {
  return rule({ rule: 'alpha_num', params: [], russian: ru.alpha_num }, matches(/^[\p{L}\p{M}\p{Nd}]*$/u));
}

/** Letters and white space only. */
export function alphaSpaces<Input>(): Rule<Input> {
  return rule({ rule: 'alpha_spaces', params: [], russian: ru.alpha_spaces }, matches(/^[\p{L}\p{M}\s]*$/u));
}

/** A text in which the expression matches; it is not anchored. */
export function regex<Input>(expression: RegExp | string): Rule<Input> {
  const pattern = new RegExp(expression);
  return rule({ rule: 'regex', params: [pattern], russian: ru.regex }, matches(pattern));
}

/** `search`, unlike `test`, keeps no lastIndex between calls, whatever the flags. */
function matches(pattern: RegExp): (value: unknown) => boolean {
  return each(item => String(item).search(pattern) !== -1);
}
