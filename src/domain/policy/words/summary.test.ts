import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { anyFacts, anyPolicy, anyWildFacts, group, leaf, sampleCatalogue } from '#tests/support/policies.ts';
import type { Claim } from '../evaluation/claim.ts';
import { evaluatePolicy } from '../evaluation/evaluate.ts';
import type { Entity, Fact, Facts } from '../facts.ts';
import type { Scalar } from '../policy.ts';
import { type Clause, clauseOf, type PolicySummary, summaryOf } from './summary.ts';

const role = leaf('user', 'role', 'equal');
const promoter = leaf('user', 'role', 'equal', 'promoter');
const claim = {
  kind: 'claim',
  source: 'user',
  attribute: 'role',
  comparisonType: 'list',
  method: 'equal',
  values: ['promoter'],
};

test.each([
  ['an empty allOf holds always', group('allOf'), { kind: 'always' }],
  ['an empty anyOf holds never', group('anyOf'), { kind: 'never' }],
  ['a group of one is the one', group('allOf', group('anyOf', promoter)), claim],
  [
    'groups in their own kind are one group',
    group('anyOf', promoter, group('anyOf', promoter, promoter)),
    { kind: 'any', clauses: [claim, claim, claim] },
  ],
  ['what holds always says nothing among all', group('allOf', group('allOf'), promoter), claim],
  [
    'what holds always is said among any',
    group('anyOf', group('allOf'), promoter),
    { kind: 'any', clauses: [{ kind: 'always' }, claim] },
  ],
  [
    'an unfinished node says what it lacks',
    role,
    { kind: 'incomplete', missing: 'valueMissing', source: 'user', attribute: 'role' },
  ],
])('%s', (_name, node, clause) => {
  expect(clauseOf(node, sampleCatalogue)).toEqual(clause);
});

test('what a summary says is what the evaluator decides', () => {
  const decisions = new Set<string>();
  fc.assert(
    fc.property(anyPolicy(), fc.oneof(anyFacts(), anyWildFacts()), (policy, facts) => {
      const { decision } = evaluatePolicy(policy, facts, sampleCatalogue);
      decisions.add(decision);
      expect(naiveDecision(summaryOf(policy, sampleCatalogue), facts)).toBe(decision);
    }),
    { numRuns: 500 },
  );
  expect(decisions).toEqual(new Set(['allow', 'deny', 'notApplicable']));
});

/**
 * A second evaluator for summaries, as short as possible and independent of the product's evaluator: true,
 * false, null for unknown; an error is thrown.
 */
type Truth = boolean | null;

class Wrong extends Error {}

/** What a policy decides by its summary. */
function naiveDecision(summary: PolicySummary, facts: Facts): 'allow' | 'deny' | 'notApplicable' {
  try {
    if (truthOf(summary.applies, facts) !== true) return 'notApplicable';
    const rules = summary.rules.map(({ effect, when }) => ({ effect, holds: truthOf(when, facts) }));
    const held = (effect: string) => rules.some(rule => rule.effect === effect && rule.holds === true);
    const allAllowed = rules.every(({ effect, holds }) => effect === 'deny' || holds === true);
    const allowed = {
      allowIfAllAllowed: held('allow') && allAllowed && !held('deny'),
      allowIfOneAllowed: held('allow'),
      allowIfNotDenied: !held('deny'),
    }[summary.combine];
    return allowed ? 'allow' : 'deny';
  } catch (error) {
    if (error instanceof Wrong) return 'deny';
    throw error;
  }
}

function truthOf(clause: Clause, facts: Facts): Truth {
  if (clause.kind === 'incomplete') return null;
  if (clause.kind === 'claim') return truthOfClaim(clause, facts);
  if ('clauses' in clause) {
    const parts = clause.clauses.map(each => truthOf(each, facts));
    return clause.kind === 'all' ? every(parts) : opposite(every(parts.map(opposite)));
  }
  if (clause.kind !== 'related') return clause.kind === 'always';
  const thing = facts[clause.source]?.[clause.attribute];
  const isThing = isEntity(thing);
  const inside = clause.relation
    ? { ...facts, [clause.relation]: isThing ? thing : undefined }
    : { ...facts };
  const holds = truthOf(clause.clause, inside);
  if (!isThing && thing !== null && thing !== undefined) throw new Wrong();
  const exists = every([thing === undefined ? null : thing !== null, holds]);
  return clause.method === 'exists' ? exists : opposite(exists);
}

function every(parts: readonly Truth[]): Truth {
  if (parts.includes(false)) return false;
  return parts.includes(null) ? null : true;
}

function opposite(truthOf: Truth): Truth {
  return truthOf === null ? null : !truthOf;
}

function truthOfClaim({ source, attribute, comparisonType, method, values }: Claim, facts: Facts): Truth {
  const fact = facts[source]?.[attribute];
  const ask = TYPES[comparisonType];
  if (!ask) throw new Wrong();
  return ask(fact, method, values);
}

type Ask = (fact: Fact | undefined, method: string, values: readonly Scalar[]) => Truth;

const TYPES: Record<string, Ask> = {
  object: (fact, method) => {
    if (fact === undefined) return null;
    return method === 'isNull' ? fact === null : fact !== null;
  },
  bool: (fact, method) => {
    if (fact === undefined || fact === null) return fact === undefined ? null : false;
    const at = ['false', '0', 'true', '1'].indexOf(typeof fact === 'object' ? 'thing' : String(fact));
    if (at === -1) throw new Wrong();
    return at > 1 === (method === 'isTrue');
  },
  list: (fact, method, values) => {
    if (fact === undefined) return null;
    if (isEntity(fact)) throw new Wrong();
    const has = [fact ?? []].flat().some(each => values.some(value => `${value}` === `${each}`));
    return method.startsWith('not') ? !has : has;
  },
  string: (fact, method, [given = '']) => {
    const value = `${given}`;
    const pattern = method === 'regexp' ? compiled(value) : null;
    if (fact === undefined) return null;
    if (fact === null) return method === 'notEqual';
    if (typeof fact === 'object') throw new Wrong();
    const text = String(fact);
    if (method === 'equal') return text === value;
    if (method === 'notEqual') return text !== value;
    if (pattern) return pattern.matcher(text).find();
    return method === 'contains' ? text.split(value).length > 1 : text.indexOf(value) === 0;
  },
  number: (fact, method, values) => {
    const [a = Number.NaN, b = a] = values.map(number);
    if (fact === undefined) return null;
    if (fact === null) return method === 'notEqual';
    if (typeof fact === 'object' || typeof fact === 'boolean') throw new Wrong();
    const difference = Math.sign(number(fact) - a);
    if (method === 'between') return difference >= 0 && number(fact) <= b;
    const allowed = {
      equal: [0],
      notEqual: [-1, 1],
      greater: [1],
      less: [-1],
      greaterOrEqual: [0, 1],
      lessOrEqual: [-1, 0],
    }[method];
    return allowed?.includes(difference) ?? false;
  },
  datetime: (fact, method, values) => {
    const isTime = values.map(value => /^\d\d:/.test(String(value).trim()));
    if (new Set(isTime).size > 1) throw new Wrong();
    const ends = values.map(value => seconds(isTime[0] ? `1970-01-01 ${value}` : String(value)));
    if (fact === undefined) return null;
    if (fact === null) return false;
    if (typeof fact === 'object') throw new Wrong();
    const at = isTime[0] ? seconds(String(fact)).from % 86_400 : seconds(String(fact)).from;
    const [from = { from: 0, to: 0 }, to = from] = ends;
    if (method === 'before') return at < from.from;
    if (method === 'after') return at > from.to;
    const passesMidnight = isTime[0] === true && from.from > to.to;
    return passesMidnight ? !(at > to.to && at < from.from) : at >= from.from && at <= to.to;
  },
};

function compiled(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch {
    throw new Wrong();
  }
}

function number(value: Scalar): number {
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  if (!isNumber && !/^-?[0-9]+([.][0-9]+)?$/.test(String(value).trim())) throw new Wrong();
  return Number(value);
}

/** The first and the last second of what a text means, counted by the calendar of the machine. */
function seconds(text: string): { from: number; to: number } {
  const [, day = '', clock] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(text.trim()) ?? [];
  const from = Date.parse(`${day}T${clock ?? '00:00'}Z`) / 1000;
  const isDay = !Number.isNaN(from) && new Date(from * 1000).toISOString().startsWith(day);
  if (!day || !isDay) throw new Wrong();
  return { from, to: clock === undefined ? from + 86_399 : from };
}

function isEntity(fact: Fact | undefined): fact is Entity {
  return typeof fact === 'object' && fact !== null && !Array.isArray(fact);
}
