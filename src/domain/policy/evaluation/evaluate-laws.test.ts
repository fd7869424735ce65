import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyFacts, anyWildFacts } from '#tests/support/facts.ts';
import { anyNode, anyPolicy, sampleCatalogue } from '#tests/support/policies.ts';
import type { Entity, Facts } from '../facts.ts';
import { type ConditionNode, newPolicy } from '../policy.ts';
import { decide, evaluatePolicy } from './evaluate.ts';
import type { Trace } from './trace.ts';

function ask(target: ConditionNode, facts: Facts, catalogue = sampleCatalogue): Trace {
  return evaluatePolicy({ ...newPolicy([]), target }, facts, catalogue).target;
}

test('allow is said only with a policy that applies and allows, and with none that denies or errs', () => {
  const policies = fc.uniqueArray(anyPolicy(), { maxLength: 4, selector: ({ id }) => id });
  fc.assert(
    fc.property(policies, fc.oneof(anyFacts(), anyWildFacts()), (all, facts) => {
      const { decision, policies: traces } = decide(all, facts, sampleCatalogue);
      const said = traces.map(each => each.decision);
      expect(decision).toBe(said.includes('allow') && !said.includes('deny') ? 'allow' : 'deny');
    }),
    { numRuns: 300 },
  );
});

describe('whatever the policy and the facts are', () => {
  test('it answers, and twice the same, things within themselves included', () => {
    fc.assert(
      fc.property(anyPolicy(), anyWildFacts(), (policy, facts) => {
        const trace = evaluatePolicy(policy, facts, sampleCatalogue);
        expect(evaluatePolicy(policy, facts, sampleCatalogue)).toEqual(trace);
        expect(sameShape(policy.target, trace.target)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('an unknown type, attribute, comparison or method changes nothing about that', () => {
    const strange = fc.constantFrom(
      'user',
      'role',
      'hasOne',
      'exists',
      'list',
      'equal',
      '__proto__',
      'toString',
    );
    const odd = fc.record({
      ...{ type: strange, attribute: strange, comparisonType: strange, comparisonMethod: strange },
      compareValue: fc.constantFrom<ConditionNode['compareValue']>(null, '', 'a', 5, true, ['a', 'b'], []),
      relatedModel: fc.array(anyNode(), { maxLength: 1 }),
      children: fc.array(anyNode(), { maxLength: 1 }),
    });
    fc.assert(
      fc.property(odd, anyWildFacts(), (node, facts) => {
        expect(['true', 'false', 'unknown', 'error']).toContain(ask(node, facts).answer);
      }),
      { numRuns: 500 },
    );
  });

  test('the order of policies, rules, children and related nodes never matters', () => {
    const policies = fc.uniqueArray(anyPolicy(), { minLength: 1, maxLength: 3, selector: ({ id }) => id });
    fc.assert(
      fc.property(
        policies,
        fc.oneof(anyFacts(), anyWildFacts()),
        fc.infiniteStream(fc.nat()),
        (all, facts, chance) => {
          const shuffle = shuffler(chance);
          const mixed = shuffle(all).map(policy => ({
            ...policy,
            target: shuffled(policy.target, shuffle),
            rules: shuffle(policy.rules).map(rule => ({
              ...rule,
              condition: shuffled(rule.condition, shuffle),
            })),
          }));
          const { decision, reason, policyId } = decide(all, facts, sampleCatalogue);
          expect(decide(mixed, facts, sampleCatalogue)).toMatchObject({ decision, reason, policyId });
        },
      ),
      { numRuns: 500 },
    );
  });

  test('to learn what was unknown never turns true to false or false to true', () => {
    let learned = 0;
    fc.assert(
      fc.property(anyNode(), anyFacts(), fc.infiniteStream(fc.boolean()), (node, facts, chance) => {
        const before = ask(node, withGaps(facts, chance), sampleCatalogue).answer;
        const after = ask(node, facts, sampleCatalogue).answer;
        if (before !== 'unknown') expect(after).toBe(before);
        else if (after !== 'unknown') learned += 1;
      }),
      { numRuns: 3000 },
    );
    expect(learned).toBeGreaterThan(20);
  });
});

function sameShape(node: ConditionNode, trace: Trace): boolean {
  const isGroup = node.type === 'allOf' || node.type === 'anyOf';
  const children = isGroup ? node.children : [];
  return (
    children.length === trace.children.length &&
    children.every((child, index) => sameShape(child, trace.children[index] ?? trace))
  );
}

type Shuffle = <Item>(items: readonly Item[]) => Item[];

function shuffler(chance: Iterator<number>): Shuffle {
  return items =>
    items
      .map(item => ({ item, at: chance.next().value as number })) // An endless stream has always one more.
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
}

function shuffled(node: ConditionNode, shuffle: Shuffle): ConditionNode {
  const mix = (nodes: readonly ConditionNode[]) => shuffle(nodes).map(each => shuffled(each, shuffle));
  return { ...node, children: mix(node.children), relatedModel: mix(node.relatedModel) };
}

/** The same facts, of which some are not known. */
function withGaps(facts: Facts, chance: Iterator<boolean>): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, thing]) => {
      if (!thing || chance.next().value === true) return [name, undefined];
      return [name, entityWithGaps(thing, chance)];
    }),
  );
}

function entityWithGaps(thing: Entity, chance: Iterator<boolean>): Entity {
  return Object.fromEntries(
    Object.entries(thing).map(([name, fact]) => {
      if (chance.next().value === true) return [name, undefined];
      const isThing = typeof fact === 'object' && fact !== null && !Array.isArray(fact);
      return [name, isThing ? entityWithGaps(fact as Entity, chance) : fact]; // Neither null nor a list.
    }),
  );
}
