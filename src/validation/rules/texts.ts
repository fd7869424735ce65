import { assertCount, each, isList, type Rule, rule } from '../rule.ts';

/** At most so many characters (code points); of a list each item. */
export function max<Input>(length: number): Rule<Input> {
  assertCount('max', length);
  return rule(
    'max',
    [length],
    each(item => countCharacters(item) <= length),
  );
}

/** At least so many characters (code points); of a list each item. */
export function min<Input>(length: number): Rule<Input> {
  assertCount('min', length);
  return rule(
    'min',
    [length],
    each(item => countCharacters(item) >= length),
  );
}

/** Exactly `length` characters, or items of a list; with `max` from `length` to `max` of them. */
export function length<Input>(length: number, max?: number): Rule<Input> {
  assertCount('length', length, max ?? length);
  return rule('length', max === undefined ? [length] : [length, max], value => {
    const count = isList(value) ? value.length : countCharacters(value);
    return max === undefined ? count === length : count >= length && count <= max;
  });
}

function countCharacters(value: unknown): number {
  return [...String(value)].length;
}

/** Letters only, of any script. */
export function alpha<Input>(): Rule<Input> {
  return rule('alpha', [], matches(/^[\p{L}\p{M}]*$/u));
}

/** Letters, digits, dashes and underscores only. */
export function alphaDash<Input>(): Rule<Input> {
  return rule('alpha_dash', [], matches(/^[\p{L}\p{M}\p{Nd}_-]*$/u));
}

/** Letters and digits only. */
export function alphaNum<Input>(): Rule<Input> {
  return rule('alpha_num', [], matches(/^[\p{L}\p{M}\p{Nd}]*$/u));
}

/** Letters and white space only. */
export function alphaSpaces<Input>(): Rule<Input> {
  return rule('alpha_spaces', [], matches(/^[\p{L}\p{M}\s]*$/u));
}

/** What the expression finds something in; anchor it yourself. */
export function regex<Input>(expression: RegExp | string): Rule<Input> {
  const pattern = new RegExp(expression);
  return rule('regex', [pattern], matches(pattern));
}

/** `search`, unlike `test`, keeps no place between calls, whatever the flags. */
function matches(pattern: RegExp): (value: unknown) => boolean {
  return each(item => String(item).search(pattern) !== -1);
}
