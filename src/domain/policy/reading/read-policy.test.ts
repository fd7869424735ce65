import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPolicy, sampleCatalogue } from '#tests/support/policies.ts';
import { BYTES_MAX, DEPTH_MAX, emptyNode, NODES_MAX } from '../policy.ts';
import { FAULTS_MAX } from './policy-fault.ts';
import { readPolicy } from './read-policy.ts';

type Raw = Record<string, unknown>;

const policy = (more: Raw = {}): Raw => ({
  id: 1,
  name: 'Выплаты',
  ruleCombine: 'allowIfOneAllowed',
  target: { type: 'allOf' },
  rules: [],
  ...more,
});
const rule = (more: Raw = {}): Raw => ({
  id: 1,
  name: 'a',
  effect: 'deny',
  condition: { type: 'allOf' },
  ...more,
});
const group = (...children: unknown[]): Raw => ({ type: 'allOf', children });
const role = {
  type: 'user',
  attribute: 'role',
  comparisonType: 'list',
  comparisonMethod: 'in',
  compareValue: ['a'],
};

function faultsOf(raw: unknown) {
  const read = readPolicy(raw, sampleCatalogue);
  return read.ok ? [] : read.problem;
}
const readTarget = (target: unknown) => {
  const read = readPolicy(policy({ target }), sampleCatalogue);
  return read.ok ? read.value.target : read.problem;
};

/** A chain of groups, made without recursion. */
function chain(levels: number): Raw {
  let node = group();
  for (let level = 1; level < levels; level += 1) node = group(node);
  return node;
}

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
    const raw = policy({ target: group(role) });
    const read = readPolicy(raw);
    expect(read.ok && read.value.target).not.toBe(raw.target);
    expect(read.ok && read.value.target.children[0]?.compareValue).not.toBe(role.compareValue);
  });

  it('takes target, rules and condition as JSON text', () => {
    const rules = [rule({ condition: JSON.stringify(role) })];
    const raw = policy({ target: JSON.stringify(group(role)), rules: JSON.stringify(rules) });
    expect(readPolicy(raw)).toEqual(
      readPolicy(policy({ target: group(role), rules: [rule({ condition: role })] })),
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
    const raw = policy({ version: 4, target: { ...role, onclick: 'x' }, rules: [rule({ order: 1 })] });
    const read = readPolicy(raw);
    expect(JSON.stringify(read)).not.toMatch(/version|onclick|order/);
  });

  it('keeps the order of nodes and rules', () => {
    const types = ['user', 'request', 'contact', 'report'];
    const target = group(group(...types.slice(0, 2).map(type => ({ type }))), { type: 'environment' });
    const read = readPolicy(policy({ target, rules: [3, 1, 2].map(id => rule({ id })) }));
    expect(read.ok && read.value.rules.map(({ id }) => id)).toEqual([3, 1, 2]);
    expect(read.ok && read.value.target.children.map(({ type }) => type)).toEqual(['allOf', 'environment']);
    expect(read.ok && read.value.target.children[0]?.children.map(({ type }) => type)).toEqual([
      'user',
      'request',
    ]);
  });

  it('takes the last level and the last node', () => {
    expect(faultsOf(policy({ target: chain(DEPTH_MAX) }))).toEqual([]);
    const nodes = Array.from({ length: NODES_MAX - 2 }, () => ({ type: 'user' }));
    expect(faultsOf(policy({ target: group(...nodes), rules: [rule()] }))).toEqual([]);
  });
});

describe('hostile input', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', [policy()]],
    ['a text', JSON.stringify(policy())],
    ['a number', Number.NaN],
    ['a function', () => policy()],
  ])('%s is no policy', (_, raw) => {
    expect(faultsOf(raw)).toMatchObject([{ at: '', name: 'notAnObject' }]);
  });

  it('10,000 levels are too deep, and say where', () => {
    const [fault, ...others] = faultsOf(policy({ target: chain(10_000) }));
    const last = Array.from({ length: DEPTH_MAX - 1 }, () => '.children[0]').join('');
    expect(fault).toEqual({ at: `target${last}.children`, name: 'tooDeep' });
    expect(others).toEqual([]);
  });

  it('10,000 levels of related nodes in a rule are too deep', () => {
    let node: Raw = { type: 'user' };
    for (let level = 0; level < 10_000; level += 1) node = { type: 'request', relatedModel: [node] };
    expect(faultsOf(policy({ rules: [rule({ condition: node })] }))).toMatchObject([{ name: 'tooDeep' }]);
  });

  it('10,000 levels in a text are too deep', () => {
    const text = `${'{"children":['.repeat(10_000)}{}${']}'.repeat(10_000)}`;
    expect(faultsOf(policy({ target: text }))).toMatchObject([{ name: 'tooDeep' }]);
  });

  it('a node within itself ends at the limit', () => {
    const cycle: Raw = { type: 'allOf' };
    cycle.children = [cycle];
    expect(faultsOf(policy({ target: cycle }))).toMatchObject([{ name: 'tooDeep' }]);
  });

  it('a node a thousand times within itself ends at the limit', () => {
    const cycle: Raw = { type: 'allOf' };
    cycle.children = Array.from({ length: 1000 }, () => cycle);
    expect(faultsOf(policy({ target: cycle }))).toEqual([{ at: 'target.children', name: 'tooManyNodes' }]);
  });

  it('a list, a rule and a value within themselves end as well', () => {
    const list: unknown[] = [];
    list.push(list);
    expect(faultsOf(policy({ target: { type: 'allOf', children: list } }))).toMatchObject([
      { name: 'notAnObject' },
    ]);
    expect(faultsOf(policy({ target: { type: 'user', compareValue: list } }))).toMatchObject([
      { name: 'badValue' },
    ]);
    const raw = rule();
    raw.condition = raw;
    expect(faultsOf(policy({ rules: [raw, list] }))).toMatchObject([{ at: 'rules[1]', name: 'notAnObject' }]);
  });

  it('100,000 nodes are too many, wherever they are', () => {
    const nodes = Array.from({ length: 100_000 }, () => ({ type: 'user' }));
    expect(faultsOf(policy({ target: group(...nodes) }))).toEqual([
      { at: 'target.children', name: 'tooManyNodes' },
    ]);
    const tens = Array.from({ length: 200 }, () => group(...nodes.slice(0, 500)));
    expect(faultsOf(policy({ target: group(...tens) }))).toEqual([
      { at: 'target.children[1].children', name: 'tooManyNodes' },
    ]);
    const rules = nodes.map((condition, index) => rule({ id: index + 1, condition }));
    expect(faultsOf(policy({ rules }))).toEqual([{ at: 'rules[999].condition', name: 'tooManyNodes' }]);
  });

  it('a list that says to have four billion items does not have them', () => {
    const children: unknown[] = [];
    children.length = 2 ** 32 - 1;
    expect(faultsOf(policy({ target: { type: 'allOf', children } }))).toMatchObject([
      { name: 'tooManyNodes' },
    ]);
    expect(faultsOf(policy({ target: { type: 'user', compareValue: children } }))).toMatchObject([
      { name: 'badValue' },
    ]);
    expect(faultsOf(policy({ rules: children }))[0]).toMatchObject({ name: 'notAnObject' });
  });

  it('10 MB of text are refused for their size, not read', () => {
    const text = 'x'.repeat(10 * 1024 * 1024);
    expect(faultsOf(policy({ target: text }))).toEqual([{ at: 'target', name: 'tooLarge' }]);
    expect(faultsOf(policy({ rules: text }))).toEqual([{ at: 'rules', name: 'tooLarge' }]);
    expect(faultsOf(policy({ name: text }))).toEqual([{ at: '', name: 'tooLarge' }]);
    expect(faultsOf(policy({ target: { ...role, compareValue: text } }))).toEqual([
      { at: '', name: 'tooLarge' },
    ]);
  });

  it('bytes are counted, not letters', () => {
    expect(faultsOf(policy({ name: 'a'.repeat(BYTES_MAX / 2) }))).toEqual([]);
    expect(faultsOf(policy({ name: 'я'.repeat(BYTES_MAX / 2) }))).toEqual([{ at: '', name: 'tooLarge' }]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is no name of anything', name => {
    expect(faultsOf(policy({ target: { type: name } }))).toEqual([
      { at: 'target.type', name: 'unknownType', detail: name },
    ]);
    expect(faultsOf(policy({ target: { type: 'user', attribute: name } }))).toMatchObject([
      { name: 'unknownAttribute' },
    ]);
    expect(faultsOf(policy({ target: { ...role, comparisonType: name } }))).toMatchObject([
      { name: 'wrongComparisonType' },
    ]);
    expect(faultsOf(policy({ target: { ...role, comparisonMethod: name } }))).toMatchObject([
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
    ['target', policy({ target: [] }), 'target', 'notAnObject'],
    ['a condition', policy({ rules: [rule({ condition: [] })] }), 'rules[0].condition', 'notAnObject'],
    ['a rule', policy({ rules: [[]] }), 'rules[0]', 'notAnObject'],
    ['a node', policy({ target: group([]) }), 'target.children[0]', 'notAnObject'],
    ['a type', policy({ target: { type: ['allOf'] } }), 'target.type', 'notAText'],
    ['a name', policy({ name: [] }), 'name', 'notAText'],
    ['an id', policy({ id: [1] }), 'id', 'badId'],
  ])('a list is not %s', (_, raw, at, name) => {
    expect(faultsOf(raw)).toEqual([{ at, name }]);
  });

  it.each([
    ['rules', policy({ rules: { 0: rule() } }), 'rules'],
    ['children', policy({ target: { type: 'allOf', children: { length: 1 } } }), 'target.children'],
    ['related nodes', policy({ target: { ...role, relatedModel: 'x' } }), 'target.relatedModel'],
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
    const [fault] = faultsOf(policy({ target: { ...role, compareValue } }));
    expect(fault).toMatchObject({ name: 'badValue' });
  });

  it('a value of lists in lists, 10,000 deep, is none', () => {
    let compareValue: unknown = 'a';
    for (let level = 0; level < 10_000; level += 1) compareValue = [compareValue];
    expect(faultsOf(policy({ target: { ...role, compareValue } }))).toEqual([
      { at: 'target.compareValue[0]', name: 'badValue' },
    ]);
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53, '1e3', '0x10', '', null, true, {}])('%j is no id', id => {
    expect(faultsOf(policy({ id }))).toMatchObject([{ at: 'id', name: 'badId' }]);
    expect(faultsOf(policy({ rules: [rule({ id })] }))).toMatchObject([{ at: 'rules[0].id', name: 'badId' }]);
  });

  it('two rules do not have one id, not even as number and text', () => {
    expect(faultsOf(policy({ rules: [rule({ id: 5 }), rule(), rule({ id: '5' })] }))).toEqual([
      { at: 'rules[2].id', name: 'repeatedId', detail: '5' },
    ]);
  });

  it.each(['permit', 'ALLOW', '', null, undefined, 1, ['allow'], 'constructor'])(
    'effect %j is none',
    effect => {
      expect(faultsOf(policy({ rules: [rule({ effect })] }))).toMatchObject([
        { at: 'rules[0].effect', name: 'unknownEffect' },
      ]);
    },
  );

  it.each(['allowAll', '', null, undefined, 0, '__proto__'])('combination %j is none', ruleCombine => {
    expect(faultsOf(policy({ ruleCombine }))).toMatchObject([{ at: 'ruleCombine', name: 'unknownCombine' }]);
  });

  it('text that a database refuses is refused before', () => {
    expect(faultsOf(policy({ name: 'a\u0000' }))).toMatchObject([{ at: 'name', name: 'badText' }]);
    expect(faultsOf(policy({ target: { type: '\ud83d' } }))).toMatchObject([{ name: 'badText' }]);
    expect(faultsOf(policy({ target: { ...role, compareValue: ['b', 'a\u0000'] } }))).toMatchObject([
      { at: 'target.compareValue[1]', name: 'badText' },
    ]);
  });

  it('text that is no JSON says where it stops', () => {
    expect(faultsOf(policy({ target: '{"type":\n oops}' }))).toMatchObject([
      { at: 'target', name: 'notJson' },
    ]);
  });

  it('many faults are told up to a number, each cut to what can be read', () => {
    const faults = faultsOf(
      policy({ target: group(...Array.from({ length: 500 }, () => ({ type: 'x'.repeat(999) }))) }),
    );
    expect(faults).toHaveLength(FAULTS_MAX);
    expect(faults.every(({ detail = '' }) => detail.length <= 61)).toBe(true);
  });

  it('anything at all is read or refused, and what is read can be read again', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true }),
        fc.anything(),
        (target, condition) => {
          const read = readPolicy(policy({ target, rules: [rule({ condition })] }));
          if (read.ok) expect(readPolicy(JSON.parse(JSON.stringify(read.value)))).toEqual(read);
          else expect(read.problem.length).toBeGreaterThan(0);
        },
      ),
    );
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
    expect(readPolicy(policy({ target }))).toMatchObject({ ok: true, value: { target } });
  });
});

describe('a catalogue', () => {
  it('has to have what is chosen, down to the last node', () => {
    const raw = policy({
      target: group(role),
      rules: [rule({ condition: group(group(role, { type: 'order' })) })],
    });
    expect(faultsOf(raw)).toEqual([
      { at: 'rules[0].condition.children[0].children[1].type', name: 'unknownType', detail: 'order' },
    ]);
  });

  it('takes what is not chosen yet', () => {
    const target = group(
      {},
      { type: 'user' },
      { ...role, comparisonMethod: null },
      { ...role, compareValue: null },
    );
    expect(faultsOf(policy({ target }))).toEqual([]);
  });

  it('knows the comparison type of an attribute', () => {
    expect(faultsOf(policy({ target: { ...role, comparisonType: 'number' } }))).toEqual([
      { at: 'target.comparisonType', name: 'wrongComparisonType', detail: 'number' },
    ]);
    expect(faultsOf(policy({ target: { type: 'allOf', comparisonType: 'number' } }))).toMatchObject([
      { name: 'wrongComparisonType' },
    ]);
  });
});
