import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anyFacts,
  anyNode,
  anyPolicy,
  anyWildFacts,
  chain,
  fan,
  group,
  leaf,
  sampleCatalogue,
} from '#tests/support/policies.ts';
import type { Entity, Facts } from '../facts.ts';
import { type ConditionNode, emptyNode, newPolicy } from '../policy.ts';
import { decide, evaluatePolicy } from './evaluate.ts';
import type { Answer, Trace } from './trace.ts';

const role = (value: string) => leaf('user', 'role', 'equal', value);
const related = (method: string, ...relatedModel: ConditionNode[]) => ({
  ...leaf('request', 'promoter', method),
  relatedModel,
});

function evaluateTarget(target: ConditionNode, facts: Facts, catalogue = sampleCatalogue): Trace {
  return evaluatePolicy({ ...newPolicy([]), target }, facts, catalogue).target;
}

describe('a node', () => {
  test.each([
    ['typeMissing', emptyNode(null)],
    ['attributeMissing', emptyNode('user')],
    ['methodMissing', leaf('user', 'role', null)],
    ['valueMissing', role('')],
    ['valueMissing', leaf('user', 'role', 'in', [])],
    ['valueMissing', leaf('request', 'tofirm', 'between', ['1', ''])],
    ['methodMissing', leaf('request', 'promoter', null)],
  ])('that is not finished is unknown: %s', (reason, node) => {
    const facts = { user: { role: 'admin' }, request: { tofirm: 5, promoter: {} } };
    expect(evaluateTarget(node, facts)).toMatchObject({ answer: 'unknown', reason });
  });

  test('is unknown while its thing is not in question, and while its attribute is not known', () => {
    expect(evaluateTarget(role('admin'), {})).toMatchObject({ answer: 'unknown', reason: 'notInQuestion' });
    expect(evaluateTarget(role('admin'), { user: {} })).toMatchObject({
      answer: 'unknown',
      reason: 'notKnown',
    });
  });

  test('shows the fact that it found', () => {
    const found = ['admin', 'promoter'];
    const trace = { answer: 'true', reason: null, found };
    expect(evaluateTarget(role('admin'), { user: { role: found } })).toMatchObject(trace);
  });

  test('knows no facts that only look like some', () => {
    const node = { ...leaf('user', 'constructor', 'equal', 'a'), comparisonType: 'string' };
    expect(evaluateTarget(node, { user: {} })).toMatchObject({ reason: 'notKnown', found: undefined });
    expect(evaluateTarget({ ...node, type: '__proto__' }, {})).toMatchObject({ reason: 'notInQuestion' });
  });

  test('compares by the type of its attribute where another editor left that out', () => {
    const node = { ...leaf('request', 'tofirm', 'greater', '9'), comparisonType: null };
    expect(evaluateTarget(node, { request: { tofirm: 10 } }).answer).toBe('true');
  });

  test('that can never be asked is an error even where nothing is known', () => {
    const node = leaf('user', 'email', 'regexp', '(');
    expect(evaluateTarget(node, {})).toMatchObject({ answer: 'error', reason: 'badPattern' });
  });
});

describe('a related thing', () => {
  const asks = (method: string, promoter: Entity | null | undefined, ...inside: ConditionNode[]) =>
    evaluateTarget(related(method, ...inside), { user: { role: 'admin' }, request: { promoter } }).answer;

  test.each<[string, Entity | null | undefined, Answer, Answer]>([
    ['is there and fits', { role: 'promoter' }, 'true', 'false'],
    ['is there and does not fit', { role: 'admin' }, 'false', 'true'],
    ['is there and not known enough', {}, 'unknown', 'unknown'],
    ['is not there', null, 'false', 'true'],
    ['is not known', undefined, 'unknown', 'unknown'],
  ])('that %s', (_name, promoter, exists, notExists) => {
    expect(asks('exists', promoter, role('promoter'))).toBe(exists);
    expect(asks('notExists', promoter, role('promoter'))).toBe(notExists);
  });

  test('is meant by its type inside; what stands outside means the one who asks', () => {
    const facts = { user: { role: 'admin' }, request: { promoter: { role: 'promoter' } } };
    const both = group('allOf', related('exists', role('promoter')), role('admin'));
    expect(evaluateTarget(both, facts).answer).toBe('true');
    expect(evaluateTarget(related('exists', role('admin')), facts).answer).toBe('false');
  });

  test('of a class name is the thing of that name', () => {
    const owner = { ...leaf('contact', 'owner', 'exists'), relatedModel: [role('promoter')] };
    const node = { ...leaf('request', 'contact', 'exists'), relatedModel: [owner] };
    expect(evaluateTarget(node, { request: { contact: { owner: { role: 'promoter' } } } }).answer).toBe(
      'true',
    );
  });

  test('of which nobody knows the type is unknown', () => {
    const catalogue = { ...sampleCatalogue, sources: {}, attributes: {} };
    const node = related('exists', role('promoter'));
    const facts = { user: { role: 'promoter' }, request: { promoter: { role: 'promoter' } } };
    expect(evaluateTarget(node, facts, catalogue)).toMatchObject({
      answer: 'unknown',
      reason: 'relationUnknown',
    });
  });

  test('that is no thing at all is an error', () => {
    const facts = { request: { promoter: 5 } };
    expect(evaluateTarget(related('exists'), facts)).toMatchObject({
      answer: 'error',
      reason: 'factOfOtherType',
    });
    expect(evaluateTarget(related('isNull'), facts)).toMatchObject({
      answer: 'error',
      reason: 'unknownMethod',
    });
  });
});

test('more patterns than anyone should wait for are not asked at all', () => {
  const pattern = (text: string) => leaf('user', 'email', 'regexp', text);
  const many = Array.from({ length: 41 }, () => pattern('a'.repeat(100)));
  const facts = { user: { email: 'a' } };
  expect(evaluateTarget(group('allOf', ...many.slice(1)), facts).answer).toBe('false');
  const { answer, children } = evaluateTarget(group('allOf', ...many), facts);
  expect([answer, children[0]?.reason]).toEqual(['error', 'tooManyPatterns']);
});

test('a policy of 1,000 nodes on 16 levels is answered', () => {
  const owner = (levels: number): ConditionNode =>
    related('exists', ...(levels > 1 ? [owner(levels - 1)] : []));
  const promoter: { [name: string]: Entity | string } = { role: 'admin' };
  promoter.promoter = promoter;
  expect(evaluateTarget(group('allOf', fan(984), chain(15)), { user: { role: 'admin' } }).answer).toBe(
    'true',
  );
  expect(evaluateTarget(owner(16), { request: { promoter } }).answer).toBe('true');
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
    const names = ['user', 'role', 'hasOne', 'exists', 'list', 'equal', '__proto__', 'toString'];
    const strange = fc.constantFrom(...names);
    const odd = fc.record({
      type: strange,
      attribute: strange,
      comparisonType: strange,
      comparisonMethod: strange,
      compareValue: fc.constantFrom<ConditionNode['compareValue']>(null, '', 'a', 5, true, ['a', 'b'], []),
      relatedModel: fc.array(anyNode(), { maxLength: 1 }),
      children: fc.array(anyNode(), { maxLength: 1 }),
    });
    fc.assert(
      fc.property(odd, anyWildFacts(), (node, facts) => {
        expect(['true', 'false', 'unknown', 'error']).toContain(evaluateTarget(node, facts).answer);
      }),
      { numRuns: 500 },
    );
  });

  test('allow needs a policy that allows and none that denies or errs, whatever their order', () => {
    const policies = fc.uniqueArray(anyPolicy(), { maxLength: 4, selector: ({ id }) => id });
    fc.assert(
      fc.property(policies, fc.oneof(anyFacts(), anyWildFacts()), (all, given) => {
        const said = all.map(each => evaluatePolicy(each, given, sampleCatalogue).decision);
        const { decision, reason, policyId } = decide(all, given, sampleCatalogue);
        expect(decision).toBe(said.includes('allow') && !said.includes('deny') ? 'allow' : 'deny');
        const turned = decide(all.toReversed(), given, sampleCatalogue);
        expect(turned).toMatchObject({ decision, reason, policyId });
      }),
      { numRuns: 500 },
    );
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
