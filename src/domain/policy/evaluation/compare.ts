import { ownValue } from '#kit/own-value.ts';
import { type Fact, isEntity, scalarsOf } from '../facts.ts';
import type { CompareValue, Scalar } from '../policy.ts';
import { type Claim, readNumber, valuesOf } from './claim.ts';
import { isBetween, type Moment, readMoment } from './moment.ts';
import { findsPattern, patternDefect } from './pattern.ts';
import { answerOf } from './three-valued-logic.ts';
import type { Answer, Defect, Mismatch } from './trace.ts';

/** A comparison that can be applied to facts, or why it never can be. */
export type Comparison = { readonly compare: (fact: Fact) => ComparisonResult } | { readonly defect: Defect };

type ComparisonResult = { readonly answer: Answer; readonly reason: Mismatch | null };

/** Makes the comparison of one method. The caller has checked that a value is there if one is needed. */
export function makeComparison(comparisonType: string, method: string, value: CompareValue): Comparison {
  if (method === 'isNull') return { compare: fact => resultOf(fact === null) };
  if (method === 'isNotNull') return { compare: fact => resultOf(fact !== null) };
  const make = ownValue(COMPARISON_MAKERS, comparisonType);
  return make?.(method, valuesOf(value)) ?? { defect: 'unknownMethod' };
}

/** The comparison of a claim; none where the patterns of its policy are too long in total. */
export function comparisonOf(
  { comparisonType, method, values }: Claim,
  hasTooManyPatterns: boolean,
): Comparison {
  if (hasTooManyPatterns && method === 'regexp') return { defect: 'tooManyPatterns' };
  return makeComparison(comparisonType, method, values);
}

type ComparisonMaker = (method: string, values: readonly Scalar[]) => Comparison | undefined;

const COMPARISON_MAKERS: Readonly<Record<string, ComparisonMaker>> = {
  string: makeStringComparison,
  number: makeNumberComparison,
  datetime: makeMomentComparison,
  list: makeListComparison,
  bool: makeBoolComparison,
  object: method => (method === 'same' ? { compare: fact => resultOf(fact !== null) } : undefined),
};

const STRING_METHODS: Readonly<Record<string, (text: string, value: string) => boolean | null>> = {
  equal: (text, value) => text === value,
  notEqual: (text, value) => text !== value,
  contains: (text, value) => text.includes(value),
  startsWith: (text, value) => text.startsWith(value),
  regexp: (text, value) => findsPattern(value, text),
};

function makeStringComparison(method: string, values: readonly Scalar[]): Comparison | undefined {
  const holds = ownValue(STRING_METHODS, method);
  if (!holds) return;
  const [value, more] = values.map(String);
  if (value === undefined || more !== undefined) return { defect: 'tooManyValues' };
  const defect = method === 'regexp' ? patternDefect(value) : null;
  if (defect) return { defect };
  return { compare: compareSingle(String, method === 'notEqual', text => holds(text, value)) };
}

const NUMBER_METHODS: Readonly<Record<string, (number: number, value: number) => boolean>> = {
  equal: (number, value) => number === value,
  notEqual: (number, value) => number !== value,
  greater: (number, value) => number > value,
  greaterOrEqual: (number, value) => number >= value,
  less: (number, value) => number < value,
  lessOrEqual: (number, value) => number <= value,
};

function makeNumberComparison(method: string, values: readonly Scalar[]): Comparison | undefined {
  const holds = ownValue(NUMBER_METHODS, method);
  if (!holds && method !== 'between') return;
  if (values.length > (holds ? 1 : 2)) return { defect: 'tooManyValues' };
  const [first, last = first] = values.map(readNumber);
  if (first === null || first === undefined || last === null || last === undefined) {
    return { defect: 'notANumber' };
  }
  const test = (number: number) => holds?.(number, first) ?? (number >= first && number <= last);
  return { compare: compareSingle(readNumber, method === 'notEqual', test) };
}

function makeMomentComparison(method: string, values: readonly Scalar[]): Comparison | undefined {
  if (!['before', 'after', 'between'].includes(method)) return;
  if (values.length > (method === 'between' ? 2 : 1)) return { defect: 'tooManyValues' };
  const [from, to = from] = values.map(value => readMoment(String(value).trim()));
  if (!from || !to) return { defect: 'notADate' };
  if (from.kind !== to.kind) return { defect: 'datesAndTimes' };
  const holds = {
    before: (at: string) => at < from.from,
    after: (at: string) => at > from.to,
    between: (at: string) => isBetween(at, from, to),
  }[method as 'before' | 'after' | 'between']; // One of the three, as checked above.
  return { compare: compareSingle(fact => readAt(fact, from.kind), false, holds) };
}

/** A fact as it is compared: the whole moment, or the time of its day. */
function readAt(fact: Scalar, kind: Moment['kind']): string | null {
  const moment = readMoment(String(fact));
  if (moment?.kind !== 'moment') return null;
  return kind === 'time' ? moment.from.slice(11) : moment.from;
}

/** A fact may have several values of a list at once: it is equal to each of them. */
function makeListComparison(method: string, values: readonly Scalar[]): Comparison | undefined {
  const isSingle = method === 'equal' || method === 'notEqual';
  if (!isSingle && method !== 'in' && method !== 'notIn') return;
  if (isSingle && values.length > 1) return { defect: 'tooManyValues' };
  const wanted = new Set(values.map(String));
  const isNegated = method === 'notEqual' || method === 'notIn';
  return {
    compare(fact) {
      if (isEntity(fact)) return { answer: 'error', reason: 'factOfOtherType' };
      return resultOf(scalarsOf(fact).some(each => wanted.has(String(each))) !== isNegated);
    },
  };
}

function makeBoolComparison(method: string): Comparison | undefined {
  if (method !== 'isTrue' && method !== 'isFalse') return;
  return { compare: compareSingle(readYesNo, false, yes => yes === (method === 'isTrue')) };
}

function readYesNo(fact: Scalar): boolean | null {
  if (['true', '1'].includes(String(fact))) return true;
  return ['false', '0'].includes(String(fact)) ? false : null;
}

/** Compares a single value. null is unequal to every value, and satisfies nothing else. */
function compareSingle<Value>(
  read: (fact: Scalar) => Value | null,
  resultForNull: boolean,
  holds: (value: Value) => boolean | null,
): (fact: Fact) => ComparisonResult {
  return fact => {
    if (fact === null) return resultOf(resultForNull);
    const value = typeof fact === 'object' ? null : read(fact);
    if (value === null) return { answer: 'error', reason: 'factOfOtherType' };
    const held = holds(value);
    return held === null ? { answer: 'error', reason: 'factTooLong' } : resultOf(held);
  };
}

function resultOf(holds: boolean): ComparisonResult {
  return { answer: answerOf(holds), reason: null };
}
