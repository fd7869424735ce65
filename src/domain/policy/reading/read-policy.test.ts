import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPolicy, sampleCatalogue } from '#tests/support/policies.ts';
import { faultsOf, rawGroup, rawPolicy, rawRole, rawRule } from '#tests/support/raw-policies.ts';
import { emptyNode } from '../policy.ts';
import { readPolicy } from './read-policy.ts';

const readTarget = (target: unknown) => {
  const read = readPolicy(rawPolicy({ target }), sampleCatalogue);
  return read.ok ? read.value.target : read.problem;
};

describe('what is read', () => {
  it('is every policy as it was written', () => {
    fc.assert(
      fc.property(anyPolicy(sampleCatalogue), written => {
        const raw: unknown = JSON.parse(JSON.stringify(written));
        expect(readPolicy(raw, sampleCatalogue)).toEqual({ ok: true, value: written });
      }),
    );
  });

  it('is the same object never: what came stays with who sent it', () => {
    const raw = rawPolicy({ target: rawGroup(rawRole) });
    const read = readPolicy(raw);
    expect(read.ok && read.value.target).not.toBe(raw.target);
    expect(read.ok && read.value.target.children[0]?.compareValue).not.toBe(rawRole.compareValue);
  });

  it('takes target, rules and condition as JSON text', () => {
    const rules = [rawRule({ condition: JSON.stringify(rawRole) })];
    const raw = rawPolicy({ target: JSON.stringify(rawGroup(rawRole)), rules: JSON.stringify(rules) });
    expect(readPolicy(raw)).toEqual(
      readPolicy(rawPolicy({ target: rawGroup(rawRole), rules: [rawRule({ condition: rawRole })] })),
    );
  });

  it('takes what is missing as not chosen yet: such a policy says nothing', () => {
    const read = readPolicy({
      id: '7',
      ruleCombine: 'allowIfNotDenied',
      rules: [{ id: '3', effect: 'allow' }],
    });
    expect(read.ok && read.value).toEqual({
      id: 7,
      name: '',
      ruleCombine: 'allowIfNotDenied',
      target: emptyNode(null),
      rules: [{ id: 3, name: '', effect: 'allow', condition: emptyNode(null) }],
    });
  });

  it('takes an empty text for nothing chosen, and keeps an empty value', () => {
    expect(readTarget({ type: '', attribute: '', compareValue: '' })).toEqual({
      ...emptyNode(null),
      compareValue: '',
    });
  });

  it('leaves out fields that are not of a policy', () => {
    const raw = rawPolicy({
      version: 4,
      target: { ...rawRole, onclick: 'x' },
      rules: [rawRule({ order: 1 })],
    });
    const read = readPolicy(raw);
    expect(JSON.stringify(read)).not.toMatch(/version|onclick|order/);
  });

  it('keeps the order of nodes and rules', () => {
    const types = ['user', 'request', 'contact', 'report'];
    const target = rawGroup(rawGroup(...types.slice(0, 2).map(type => ({ type }))), { type: 'environment' });
    const read = readPolicy(rawPolicy({ target, rules: [3, 1, 2].map(id => rawRule({ id })) }));
    expect(read.ok && read.value.rules.map(({ id }) => id)).toEqual([3, 1, 2]);
    expect(read.ok && read.value.target.children.map(({ type }) => type)).toEqual(['allOf', 'environment']);
    expect(read.ok && read.value.target.children[0]?.children.map(({ type }) => type)).toEqual([
      'user',
      'request',
    ]);
  });
});

describe('without a catalogue', () => {
  it('names are not looked up', () => {
    const target = {
      type: 'order',
      attribute: 'sum',
      comparisonType: 'money',
      comparisonMethod: 'over',
      compareValue: 5,
    };
    expect(readPolicy(rawPolicy({ target }))).toMatchObject({ ok: true, value: { target } });
  });
});

describe('a catalogue', () => {
  it('has to have what is chosen, down to the last node', () => {
    const raw = rawPolicy({
      target: rawGroup(rawRole),
      rules: [rawRule({ condition: rawGroup(rawGroup(rawRole, { type: 'order' })) })],
    });
    expect(faultsOf(raw)).toEqual([
      { at: 'rules[0].condition.children[0].children[1].type', name: 'unknownType', detail: 'order' },
    ]);
  });

  it('takes what is not chosen yet', () => {
    const target = rawGroup(
      {},
      { type: 'user' },
      { ...rawRole, comparisonMethod: null },
      { ...rawRole, compareValue: null },
    );
    expect(faultsOf(rawPolicy({ target }))).toEqual([]);
  });

  it('knows the comparison type of an attribute', () => {
    expect(faultsOf(rawPolicy({ target: { ...rawRole, comparisonType: 'number' } }))).toEqual([
      { at: 'target.comparisonType', name: 'wrongComparisonType', detail: 'number' },
    ]);
    expect(faultsOf(rawPolicy({ target: { type: 'allOf', comparisonType: 'number' } }))).toMatchObject([
      { name: 'wrongComparisonType' },
    ]);
  });
});
