import * as ru from '../messages/ru.ts';
import { assertCount, assertNumber, each, type Rule, rule } from '../rule.ts';

const DECIMAL = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

/** A number, also as it was typed; NaN for what is none. The limits of a double apply. */
function readNumber(value: unknown): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : Number.NaN;
}

/** A number from `min` to `max`, both included. */
export function between<Input>(min: number, max: number): Rule<Input> {
  assertNumber('between', min, max);
  return rule(
    { rule: 'between', params: [min, max], russian: ru.between },
    eachNumber(number => number >= min && number <= max),
  );
}

/** A number of `min` or more. */
export function minValue<Input>(min: number): Rule<Input> {
  assertNumber('min_value', min);
  return rule(
    { rule: 'min_value', params: [min], russian: ru.min_value },
    eachNumber(number => number >= min),
  );
}

/** A number of `max` or less. */
export function maxValue<Input>(max: number): Rule<Input> {
  assertNumber('max_value', max);
  return rule(
    { rule: 'max_value', params: [max], russian: ru.max_value },
    eachNumber(number => number <= max),
  );
}

function eachNumber(passes: (number: number) => boolean): (value: unknown) => boolean {
  return each(item => {
    const number = readNumber(item);
    return Number.isFinite(number) && passes(number);
  });
}

/** A whole number, as digits with or without a minus before them. */
export function integer<Input>(): Rule<Input> {
  return rule({ rule: 'integer', params: [], russian: ru.integer }, eachText(/^-?\d+$/));
}

/** Digits only. */
export function numeric<Input>(): Rule<Input> {
  return rule({ rule: 'numeric', params: [], russian: ru.numeric }, eachText(/^(\d+|[٠-٩]+)$/));
}

/** Exactly so many digits and nothing else. */
export function digits<Input>(length: number): Rule<Input> {
  assertCount('digits', length);
  return rule(
    { rule: 'digits', params: [length], russian: ru.digits },
    eachText(new RegExp(`^\\d{${length}}$`)),
  );
}

/** A number with at most so many decimals ('*': any number of them) behind `separator`. */
export function decimal<Input>(decimals: number | '*' = '*', separator = '.'): Rule<Input> {
  if (decimals !== '*') assertCount('decimal', decimals);
  if (!/^[^\d\s]$/.test(separator)) {
    throw new Error(`The rule decimal needs one character as separator, not "${separator}"`);
  }
  return rule(
    { rule: 'decimal', params: [decimals, separator], russian: ru.decimal },
    eachText(decimalPattern(decimals, separator)),
  );
}

function decimalPattern(decimals: number | '*', separator: string): RegExp {
  if (decimals === 0) return /^-?\d+$/;
  const fraction = `\\${separator}\\d${decimals === '*' ? '+' : `{1,${decimals}}`}`;
  return new RegExp(`^[-+]?(\\d+(${fraction})?|${fraction})([eE]-?\\d+)?$`);
}

function eachText(pattern: RegExp): (value: unknown) => boolean {
  return each(item => pattern.test(String(item)));
}
