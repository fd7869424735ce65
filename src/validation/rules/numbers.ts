import * as ru from '../messages/ru.ts';
import { assertCount, assertNumber, eachRule, type Rule } from '../rule.ts';

const DECIMAL = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

/** A finite number, also as it was typed; NaN, which no comparison takes, for what is none. The limits of a double apply. */
function readNumber(value: unknown): number {
  const isTyped = typeof value === 'string' && DECIMAL.test(value.trim());
  const number =
    isTyped || typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : Number.NaN;
}

/** A number from `min` to `max`, both included. */
export function between<Input>(min: number, max: number): Rule<Input> {
  assertNumber('between', min, max);
  return eachRule('between', [min, max], ru.between, item => {
    const number = readNumber(item);
    return number >= min && number <= max;
  });
}

/** A number of `min` or more. */
export function minValue<Input>(min: number): Rule<Input> {
  assertNumber('min_value', min);
  return eachRule('min_value', [min], ru.min_value, item => readNumber(item) >= min);
}

/** A number of `max` or less. */
export function maxValue<Input>(max: number): Rule<Input> {
  assertNumber('max_value', max);
  return eachRule('max_value', [max], ru.max_value, item => readNumber(item) <= max);
}

/** A whole number, as digits with or without a minus before them. */
export function integer<Input>(): Rule<Input> {
  return eachRule('integer', [], ru.integer, matches(/^-?\d+$/));
}

/** Digits only. */
export function numeric<Input>(): Rule<Input> {
  return eachRule('numeric', [], ru.numeric, matches(/^(\d+|[٠-٩]+)$/));
}

/** Exactly so many digits and nothing else. */
export function digits<Input>(length: number): Rule<Input> {
  assertCount('digits', length);
  return eachRule('digits', [length], ru.digits, matches(new RegExp(`^\\d{${length}}$`)));
}

/** A number with at most so many decimals ('*': any number of them) behind `separator`. */
export function decimal<Input>(decimals: number | '*' = '*', separator = '.'): Rule<Input> {
  if (decimals !== '*') assertCount('decimal', decimals);
  if (!/^[^\d\s]$/.test(separator)) {
    throw new Error(`The rule decimal needs one character as separator, not "${separator}"`);
  }
  return eachRule('decimal', [decimals, separator], ru.decimal, matches(decimalPattern(decimals, separator)));
}

function decimalPattern(decimals: number | '*', separator: string): RegExp {
  if (decimals === 0) return /^-?\d+$/;
  const fraction = `\\${separator}\\d${decimals === '*' ? '+' : `{1,${decimals}}`}`;
  return new RegExp(`^[-+]?(\\d+(${fraction})?|${fraction})([eE]-?\\d+)?$`);
}

function matches(pattern: RegExp): (item: unknown) => boolean {
  return item => pattern.test(String(item));
}
