import * as ru from '../messages/ru.ts';
import { assertCount, eachRule, isEmpty, isList, type Rule, ruleWithParams } from '../rule.ts';

/** At most so many characters (code points); of a list each item. */
export function max<Input>(length: number): Rule<Input> {
  assertCount('max', length);
  return eachRule('max', [length], ru.max, item => countCharacters(item) <= length);
}

/** At least so many characters (code points); of a list each item. */
export function min<Input>(length: number): Rule<Input> {
  assertCount('min', length);
  return eachRule('min', [length], ru.min, item => countCharacters(item) >= length);
}

/** Exactly `length` characters, or items of a list; with `max` from `length` to `max` of them. */
export function length<Input>(length: number, max: number = length): Rule<Input> {
  assertCount('length', length, max);
  return ruleWithParams('length', [length, max, 'characters'], ru.length, value => {
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
  return eachRule('alpha', [], ru.alpha, matches(/^[\p{L}\p{M}]*$/u));
}

/** Letters, digits, dashes and underscores only. */
export function alphaDash<Input>(): Rule<Input> {
  return eachRule('alpha_dash', [], ru.alpha_dash, matches(/^[\p{L}\p{M}\p{Nd}_-]*$/u));
}

/** Letters and digits only. */
export function alphaNum<Input>(): Rule<Input> {
  return eachRule('alpha_num', [], ru.alpha_num, matches(/^[\p{L}\p{M}\p{Nd}]*$/u));
}

/** Letters and white space only. */
export function alphaSpaces<Input>(): Rule<Input> {
  return eachRule('alpha_spaces', [], ru.alpha_spaces, matches(/^[\p{L}\p{M}\s]*$/u));
}

/** A text in which the expression matches; it is not anchored. */
export function regex<Input>(expression: RegExp | string): Rule<Input> {
  const pattern = new RegExp(expression);
  return eachRule('regex', [pattern], ru.regex, matches(pattern));
}

/** `search`, unlike `test`, keeps no lastIndex between calls, whatever the flags. */
function matches(pattern: RegExp): (item: unknown) => boolean {
  return item => String(item).search(pattern) !== -1;
}
