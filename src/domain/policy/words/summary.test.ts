import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyFacts, anyWildFacts } from '#tests/support/facts.ts';
import { naiveDecision } from '#tests/support/naive-evaluator.ts';
import { anyPolicy, sampleCatalogue } from '#tests/support/policies.ts';
import { group, leaf } from '#tests/support/policy-nodes.ts';
import { evaluatePolicy } from '../evaluation/evaluate.ts';
import { clauseOf, summaryOf } from './summary.ts';

const role = leaf('user', 'role', 'equal');
const promoter = leaf('user', 'role', 'equal', 'promoter');
const claim = {
  ...{ kind: 'claim', source: 'user', attribute: 'role', comparisonType: 'list' },
  ...{ method: 'equal', values: ['promoter'] },
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
