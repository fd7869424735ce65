import { describe, expect, test } from 'vitest';
import { sampleCatalogue } from '#tests/support/policies.ts';
import type { Entity, Facts } from '../facts.ts';
import { type ConditionNode, emptyNode, newPolicy, type Policy } from '../policy.ts';
import { decide, evaluatePolicy } from './evaluate.ts';
import type { Answer, Trace } from './trace.ts';

function leaf(type: string, attribute: string, method: string | null, rest: Partial<ConditionNode> = {}) {
  const known = sampleCatalogue.attributes[type]?.find(({ name }) => name === attribute);
  const comparisonType = known?.type ?? null;
  return { ...emptyNode(type), attribute, comparisonType, comparisonMethod: method, ...rest };
}

const role = (value: string) => leaf('user', 'role', 'equal', { compareValue: value });
const related = (method: string, ...relatedModel: ConditionNode[]) =>
  leaf('request', 'promoter', method, { relatedModel });
const group = (type: 'allOf' | 'anyOf', ...children: ConditionNode[]) => ({ ...emptyNode(type), children });

function ask(target: ConditionNode, facts: Facts, catalogue = sampleCatalogue): Trace {
  return evaluatePolicy({ ...newPolicy([]), target }, facts, catalogue).target;
}

describe('a node', () => {
  test.each([
    ['typeMissing', emptyNode(null)],
    ['attributeMissing', emptyNode('user')],
    ['methodMissing', leaf('user', 'role', null)],
    ['valueMissing', role('')],
    ['valueMissing', leaf('user', 'role', 'in', { compareValue: [] })],
    ['valueMissing', leaf('request', 'tofirm', 'between', { compareValue: ['1', ''] })],
    ['methodMissing', leaf('request', 'promoter', null)],
  ])('that is not finished is unknown: %s', (reason, node) => {
    const facts = { user: { role: 'admin' }, request: { tofirm: 5, promoter: {} } };
    expect(ask(node, facts)).toMatchObject({ answer: 'unknown', reason });
  });

  test('is unknown while its thing is not in question, and while its attribute is not known', () => {
    expect(ask(role('admin'), {})).toMatchObject({ answer: 'unknown', reason: 'notInQuestion' });
    expect(ask(role('admin'), { user: {} })).toMatchObject({ answer: 'unknown', reason: 'notKnown' });
  });

  test('shows the fact that it found', () => {
    const found = ['admin', 'promoter'];
    expect(ask(role('admin'), { user: { role: found } })).toMatchObject({
      answer: 'true',
      reason: null,
      found,
    });
  });

  test('knows no facts that only look like some', () => {
    const node = leaf('user', 'constructor', 'equal', { comparisonType: 'string', compareValue: 'a' });
    expect(ask(node, { user: {} })).toMatchObject({ reason: 'notKnown', found: undefined });
    expect(ask({ ...node, type: '__proto__' }, {})).toMatchObject({ reason: 'notInQuestion' });
  });

  test('compares by the type of its attribute where another editor left that out', () => {
    const node = { ...leaf('request', 'tofirm', 'greater', { compareValue: '9' }), comparisonType: null };
    expect(ask(node, { request: { tofirm: 10 } }).answer).toBe('true');
  });

  test('that can never be asked is an error even where nothing is known', () => {
    const node = leaf('user', 'email', 'regexp', { compareValue: '(' });
    expect(ask(node, {})).toMatchObject({ answer: 'error', reason: 'badPattern' });
  });
});

describe('a related thing', () => {
  const asks = (method: string, promoter: Entity | null | undefined, ...inside: ConditionNode[]) =>
    ask(related(method, ...inside), { user: { role: 'admin' }, request: { promoter } }).answer;

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

  test('is enough by itself where nothing is asked of it', () => {
    expect([asks('exists', {}), asks('exists', null), asks('notExists', null)]).toEqual([
      ...['true', 'false', 'true'],
    ]);
  });

  test('has to fit all that is asked of it', () => {
    expect(
      asks(
        'exists',
        { role: 'promoter', id: 1 },
        role('promoter'),
        leaf('user', 'id', 'equal', { compareValue: '2' }),
      ),
    ).toBe('false');
  });

  test('is meant by its type inside; what stands outside means the one who asks', () => {
    const facts = { user: { role: 'admin' }, request: { promoter: { role: 'promoter' } } };
    const both = group('allOf', related('exists', role('promoter')), role('admin'));
    expect(ask(both, facts).answer).toBe('true');
    expect(ask(related('exists', role('admin')), facts).answer).toBe('false');
  });

  test('leaves other types what they are outside', () => {
    const line = leaf('request', 'type', 'equal', { compareValue: 'basa' });
    expect(ask(related('exists', line), { request: { type: 'basa', promoter: {} } }).answer).toBe('true');
  });

  test('of a class name is the thing of that name', () => {
    const owner = leaf('contact', 'owner', 'exists', { relatedModel: [role('promoter')] });
    const node = leaf('request', 'contact', 'exists', { relatedModel: [owner] });
    expect(ask(node, { request: { contact: { owner: { role: 'promoter' } } } }).answer).toBe('true');
  });

  test('of which nobody knows the type is unknown', () => {
    const catalogue = { ...sampleCatalogue, sources: {}, attributes: {} };
    const node = related('exists', role('promoter'));
    const facts = { user: { role: 'promoter' }, request: { promoter: { role: 'promoter' } } };
    expect(ask(node, facts, catalogue)).toMatchObject({ answer: 'unknown', reason: 'relationUnknown' });
  });

  test('that is no thing at all is an error', () => {
    const facts = { request: { promoter: 5 } };
    expect(ask(related('exists'), facts)).toMatchObject({ answer: 'error', reason: 'factOfOtherType' });
    expect(ask(related('isNull'), facts)).toMatchObject({ answer: 'error', reason: 'unknownMethod' });
  });
});

test('a policy with an error denies where it applies, and nowhere else', () => {
  const broken = leaf('user', 'email', 'regexp', { compareValue: '(' });
  const policy: Policy = {
    ...newPolicy([]),
    target: role('admin'),
    rules: [
      { id: 1, name: '', effect: 'allow', condition: emptyNode('allOf') },
      { id: 2, name: '', effect: 'allow', condition: group('anyOf', emptyNode('allOf'), broken) },
    ],
  };
  const decisionFor = (value: string) => evaluatePolicy(policy, { user: { role: value } }, sampleCatalogue);
  expect(decisionFor('admin')).toMatchObject({ decision: 'deny', reason: 'error' });
  expect(decisionFor('promoter')).toMatchObject({ decision: 'notApplicable', reason: 'targetNotTrue' });
});

test('more patterns than anyone should wait for are not asked at all', () => {
  const pattern = (text: string) => leaf('user', 'email', 'regexp', { compareValue: text });
  const many = Array.from({ length: 41 }, () => pattern('a'.repeat(100)));
  const facts = { user: { email: 'a' } };
  expect(ask(group('allOf', ...many.slice(1)), facts).answer).toBe('false');
  const { answer, children } = ask(group('allOf', ...many), facts);
  expect([answer, children[0]?.reason]).toEqual(['error', 'tooManyPatterns']);
});

test('nothing allows what no policy speaks of', () => {
  expect(decide([], {}, sampleCatalogue)).toMatchObject({ decision: 'deny', reason: 'noPolicyApplies' });
});

test('a policy of 1,000 nodes on 16 levels is answered', () => {
  const chain = (levels: number): ConditionNode =>
    levels === 1 ? role('admin') : group(levels % 2 ? 'anyOf' : 'allOf', chain(levels - 1));
  const wide = group('allOf', ...Array.from({ length: 983 }, () => role('admin')), chain(15));
  const owner = (levels: number): ConditionNode =>
    related('exists', ...(levels > 1 ? [owner(levels - 1)] : []));
  const promoter: { [name: string]: Entity | string } = { role: 'admin' };
  const request = { promoter };
  promoter.promoter = promoter;
  expect(ask(wide, { user: { role: 'admin' } }).answer).toBe('true');
  expect(ask(owner(16), { request }).answer).toBe('true');
});
