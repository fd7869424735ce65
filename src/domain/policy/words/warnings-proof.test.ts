import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RULE_COMBINES } from '#contract/policies.ts';
import { anyFacts, anyWildFacts } from '#tests/support/facts.ts';
import { anyNode, anyPolicy, sampleCatalogue } from '#tests/support/policies.ts';
import { group, leaf } from '#tests/support/policy-nodes.ts';
import { evaluatePolicy } from '../evaluation/evaluate.ts';
import type { Facts } from '../facts.ts';
import { nodeAt } from '../node-path.ts';
import { emptyNode, type Policy } from '../policy.ts';
import { type Warning, warningsOf } from './warnings.ts';

const always = emptyNode('allOf');
const never = emptyNode('anyOf');
/** No pattern, whatever it is held against. */
const broken = leaf('user', 'email', 'regexp', '(');

describe('what is said of a policy is so', () => {
  /** Several comparisons of one attribute, close to each other. */
  const tight = fc
    .constantFrom(
      ...['greater', 'less', 'equal', 'notEqual', 'lessOrEqual'].map(method => ({
        of: 'tofirm',
        method,
        values: ['0', '7', '-3'],
      })),
      ...['before', 'after'].map(method => ({
        of: 'created_at',
        method,
        values: ['2026-11-20', '2026-11-20 14:05', '09:00', '23:45'],
      })),
      ...['equal', 'notEqual'].map(method => ({ of: 'type', method, values: ['basa', 'point'] })),
      ...['isTrue', 'isFalse'].map(method => ({ of: 'paid', method, values: [null] })),
    )
    .chain(({ of, method, values }) =>
      fc.constantFrom(...values).map(value => leaf('request', of, method, value)),
    );
  const node = fc.oneof(
    anyNode(),
    fc.array(tight, { minLength: 1, maxLength: 4 }).map(children => group('allOf', ...children)),
    fc.constantFrom(always, never, broken),
  );
  const policy = fc
    .tuple(anyPolicy(), fc.option(node), fc.array(node, { maxLength: 4 }), fc.constantFrom(...RULE_COMBINES))
    .map(
      ([any, target, conditions, ruleCombine]): Policy => ({
        ...any,
        ruleCombine,
        target: target ?? always,
        rules: any.rules.map((each, index) => ({ ...each, condition: conditions[index] ?? each.condition })),
      }),
    );

  const proofs: Partial<
    Record<Warning['name'], (policy: Policy, facts: Facts, warning: Warning) => boolean>
  > = {
    targetBroken: (policy, facts) => decided(policy, facts).reason === 'error',
    neverApplies: (policy, facts) => decided(policy, facts).target.answer !== 'true',
    deniesEverything: (policy, facts) => decided(policy, facts).decision !== 'allow',
    allowsEverything: (policy, facts) => {
      const { decision, reason } = decided(policy, facts);
      return decision !== 'deny' || reason === 'error';
    },
    ruleNeverHolds: (policy, facts, { ruleId }) => answerOf(policy, facts, ruleId) !== 'true',
    ruleAlwaysHolds: (policy, facts, { ruleId }) =>
      ['true', 'error'].includes(answerOf(policy, facts, ruleId) ?? ''),
    ruleWithoutEffect: (policy, facts, { ruleId }) => {
      const without = { ...policy, rules: policy.rules.filter(({ id }) => id !== ruleId) };
      const { decision, reason } = decided(policy, facts);
      return reason === 'error' || decided(without, facts).decision === decision;
    },
    contradiction: (policy, facts, { path }) => {
      const at = path ? nodeAt(policy, path) : undefined;
      const asked = at && {
        ...at,
        ...(at.comparisonType === 'hasOne' ? { comparisonMethod: 'exists' } : {}),
      };
      return asked !== undefined && decided({ ...policy, target: asked }, facts).target.answer !== 'true';
    },
  };

  test('for any facts: each claim is met, and none is broken', () => {
    const met = new Map<string, number>();
    const facts = fc.array(fc.oneof({ weight: 5, arbitrary: anyFacts() }, anyWildFacts()), {
      minLength: 4,
      maxLength: 4,
    });
    fc.assert(
      fc.property(policy, facts, (each, all) => {
        for (const warning of warningsOf(each, sampleCatalogue)) {
          const proof = proofs[warning.name];
          if (!proof) continue;
          met.set(warning.name, (met.get(warning.name) ?? 0) + 1);
          for (const given of all) expect(proof(each, given, warning), warning.name).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
    expect([...met.keys()].sort()).toEqual(Object.keys(proofs).sort());
  }, 30_000);

  function decided(policy: Policy, facts: Facts) {
    return evaluatePolicy(policy, facts, sampleCatalogue);
  }

  function answerOf(policy: Policy, facts: Facts, ruleId: number | null) {
    return decided(policy, facts).rules.find(({ id }) => id === ruleId)?.answer;
  }
});
