import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleCatalogue } from '#tests/support/policies.ts';
import { faultsOf, rawGroup, rawPolicy, rawRole, rawRule } from '#tests/support/raw-policies.ts';
import { emptyNode } from '../policy.ts';
import { readPolicy } from './read-policy.ts';

const readTarget = (target: unknown) => {
  const read = readPolicy(rawPolicy({ target }), sampleCatalogue);
  return read.ok ? read.value.target : read.problem;
};

describe('what is no policy', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', [rawPolicy()]],
    ['a text', JSON.stringify(rawPolicy())],
    ['a number', Number.NaN],
    ['a function', () => rawPolicy()],
  ])('%s is no policy', (_, raw) => {
    expect(faultsOf(raw)).toMatchObject([{ at: '', name: 'notAnObject' }]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is no name of anything', name => {
    expect(faultsOf(rawPolicy({ target: { type: name } }))).toEqual([
      { at: 'target.type', name: 'unknownType', detail: name },
    ]);
    expect(faultsOf(rawPolicy({ target: { type: 'user', attribute: name } }))).toMatchObject([
      { name: 'unknownAttribute' },
    ]);
    expect(faultsOf(rawPolicy({ target: { ...rawRole, comparisonType: name } }))).toMatchObject([
      { name: 'wrongComparisonType' },
    ]);
    expect(faultsOf(rawPolicy({ target: { ...rawRole, comparisonMethod: name } }))).toMatchObject([
      { name: 'unknownMethod' },
    ]);
  });

  it('a prototype in JSON gives a policy nothing', () => {
    const raw: unknown = JSON.parse(
      '{"id":1,"name":"","ruleCombine":"allowIfOneAllowed","target":{"__proto__":{"type":"allOf"}},"rules":[]}',
    );
    expect(readPolicy(raw)).toMatchObject({ ok: true, value: { target: { type: null } } });
    expect(Object.prototype).not.toHaveProperty('type');
    expect(readTarget(Object.create({ type: 'allOf' }))).toEqual(emptyNode(null));
  });

  it.each([
    ['target', rawPolicy({ target: [] }), 'target', 'notAnObject'],
    ['a condition', rawPolicy({ rules: [rawRule({ condition: [] })] }), 'rules[0].condition', 'notAnObject'],
    ['a rule', rawPolicy({ rules: [[]] }), 'rules[0]', 'notAnObject'],
    ['a node', rawPolicy({ target: rawGroup([]) }), 'target.children[0]', 'notAnObject'],
    ['a type', rawPolicy({ target: { type: ['allOf'] } }), 'target.type', 'notAText'],
    ['a name', rawPolicy({ name: [] }), 'name', 'notAText'],
    ['an id', rawPolicy({ id: [1] }), 'id', 'badId'],
  ])('a list is not %s', (_, raw, at, name) => {
    expect(faultsOf(raw)).toEqual([{ at, name }]);
  });

  it.each([
    ['rules', rawPolicy({ rules: { 0: rawRule() } }), 'rules'],
    ['children', rawPolicy({ target: { type: 'allOf', children: { length: 1 } } }), 'target.children'],
    ['related nodes', rawPolicy({ target: { ...rawRole, relatedModel: 'x' } }), 'target.relatedModel'],
  ])('%s are a list', (_, raw, at) => {
    expect(faultsOf(raw)).toMatchObject([{ at, name: 'notAList' }]);
  });

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    {},
    [[1]],
    [null],
    1n,
    Symbol('a'),
  ])('value %# is none that JSON has', compareValue => {
    const [fault] = faultsOf(rawPolicy({ target: { ...rawRole, compareValue } }));
    expect(fault).toMatchObject({ name: 'badValue' });
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53, '1e3', '0x10', '', null, true, {}])('%j is no id', id => {
    expect(faultsOf(rawPolicy({ id }))).toMatchObject([{ at: 'id', name: 'badId' }]);
    expect(faultsOf(rawPolicy({ rules: [rawRule({ id })] }))).toMatchObject([
      { at: 'rules[0].id', name: 'badId' },
    ]);
  });

  it('two rules do not have one id, not even as number and text', () => {
    expect(faultsOf(rawPolicy({ rules: [rawRule({ id: 5 }), rawRule(), rawRule({ id: '5' })] }))).toEqual([
      { at: 'rules[2].id', name: 'repeatedId', detail: '5' },
    ]);
  });

  it.each(['permit', 'ALLOW', '', null, undefined, 1, ['allow'], 'constructor'])(
    'effect %j is none',
    effect => {
      expect(faultsOf(rawPolicy({ rules: [rawRule({ effect })] }))).toMatchObject([
        { at: 'rules[0].effect', name: 'unknownEffect' },
      ]);
    },
  );

  it.each(['allowAll', '', null, undefined, 0, '__proto__'])('combination %j is none', ruleCombine => {
    expect(faultsOf(rawPolicy({ ruleCombine }))).toMatchObject([
      { at: 'ruleCombine', name: 'unknownCombine' },
    ]);
  });

  it('text that a database refuses is refused before', () => {
    expect(faultsOf(rawPolicy({ name: 'a\u0000' }))).toMatchObject([{ at: 'name', name: 'badText' }]);
    expect(faultsOf(rawPolicy({ target: { type: '\ud83d' } }))).toMatchObject([{ name: 'badText' }]);
    expect(faultsOf(rawPolicy({ target: { ...rawRole, compareValue: ['b', 'a\u0000'] } }))).toMatchObject([
      { at: 'target.compareValue[1]', name: 'badText' },
    ]);
  });

  it('text that is no JSON says where it stops', () => {
    expect(faultsOf(rawPolicy({ target: '{"type":\n oops}' }))).toMatchObject([
      { at: 'target', name: 'notJson' },
    ]);
  });

  it('anything at all is read or refused, and what is read can be read again', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true }),
        fc.anything(),
        (target, condition) => {
          const read = readPolicy(rawPolicy({ target, rules: [rawRule({ condition })] }));
          if (read.ok) expect(readPolicy(JSON.parse(JSON.stringify(read.value)))).toEqual(read);
          else expect(read.problem.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});
