import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPolicy, sampleCatalogue } from '#tests/support/policies.ts';
import { BYTES_MAX, DEPTH_MAX, emptyNode, NODES_MAX } from '../policy.ts';
import type { PolicyFault } from './fault-words.ts';
import { FAULTS_MAX } from './policy-reading.ts';
import { readPolicy } from './read-policy.ts';

/** Something that came from outside, before anybody has read it. */
type Raw = Record<string, unknown>;

const rawPolicy = (more: Raw = {}): Raw => ({
  id: 1,
  name: 'Выплаты',
  ruleCombine: 'allowIfOneAllowed',
  target: { type: 'allOf' },
  rules: [],
  ...more,
});
const rawRule = (more: Raw = {}): Raw => ({
  id: 1,
  name: 'a',
  effect: 'deny',
  condition: { type: 'allOf' },
  ...more,
});
const rawGroup = (...children: unknown[]): Raw => ({ type: 'allOf', children });
const rawRole = {
  type: 'user',
  attribute: 'role',
  comparisonType: 'list',
  comparisonMethod: 'in',
  compareValue: ['admin'],
};
const withTarget = (target: unknown) => rawPolicy({ target });
const withRole = (more: Raw) => withTarget({ ...rawRole, ...more });
const withRule = (more: Raw) => rawPolicy({ rules: [rawRule(more)] });

/** A chain of groups, made without recursion. */
function chain(levels: number): Raw {
  let node = rawGroup();
  for (let level = 1; level < levels; level += 1) node = rawGroup(node);
  return node;
}

/** What is wrong with something as a policy; an empty list where nothing is. */
function faultsOf(raw: unknown): PolicyFault[] {
  const read = readPolicy(raw, sampleCatalogue);
  return read.ok ? [] : read.problem;
}

/** Each fault in words: its name, where it is and what stands there. */
const said = (raw: unknown) =>
  faultsOf(raw).map(({ name, at, detail }) =>
    [name, at, detail === undefined ? '' : `«${detail}»`].filter(word => word !== '').join(' '),
  );

const readTarget = (target: unknown) => {
  const read = readPolicy(withTarget(target), sampleCatalogue);
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
    const raw = withTarget(rawGroup(rawRole));
    const read = readPolicy(raw);
    expect(read.ok && read.value.target).not.toBe(raw.target);
    expect(read.ok && read.value.target.children[0]?.compareValue).not.toBe(rawRole.compareValue);
  });

  it('may have target, rules and condition as JSON text', () => {
    const rules = [rawRule({ condition: JSON.stringify(rawRole) })];
    const raw = rawPolicy({ target: JSON.stringify(rawGroup(rawRole)), rules: JSON.stringify(rules) });
    expect(readPolicy(raw)).toEqual(
      readPolicy(rawPolicy({ target: rawGroup(rawRole), rules: [rawRule({ condition: rawRole })] })),
    );
  });

  it('may lack what is not chosen yet: such a policy says nothing', () => {
    const rules = [{ id: '3', effect: 'allow' }];
    const read = readPolicy({ id: '7', ruleCombine: 'allowIfNotDenied', rules });
    expect(read.ok && read.value).toEqual({
      id: 7,
      name: '',
      ruleCombine: 'allowIfNotDenied',
      target: emptyNode(null),
      rules: [{ id: 3, name: '', effect: 'allow', condition: emptyNode(null) }],
    });
  });

  it('may have an empty text for nothing chosen, and keeps an empty value', () => {
    const node = { ...emptyNode(null), compareValue: '' };
    expect(readTarget({ type: '', attribute: '', compareValue: '' })).toEqual(node);
  });

  it('has no fields that are not of a policy', () => {
    const rules = [rawRule({ order: 1 })];
    const read = readPolicy(rawPolicy({ version: 4, target: { ...rawRole, onclick: 'x' }, rules }));
    expect(JSON.stringify(read)).not.toMatch(/version|onclick|order/);
  });

  it('is not looked up without a catalogue', () => {
    const target = {
      type: 'order',
      attribute: 'sum',
      comparisonType: 'money',
      comparisonMethod: 'over',
      compareValue: 5,
    };
    expect(readPolicy(withTarget(target))).toMatchObject({ ok: true, value: { target } });
  });

  it('may have the last level and the last node', () => {
    expect(faultsOf(withTarget(chain(DEPTH_MAX)))).toEqual([]);
    const nodes = Array.from({ length: NODES_MAX - 2 }, () => ({ type: 'user' }));
    expect(faultsOf(rawPolicy({ target: rawGroup(...nodes), rules: [rawRule()] }))).toEqual([]);
  });

  it('may be of so many bytes, not of so many letters', () => {
    expect(faultsOf(rawPolicy({ name: 'a'.repeat(BYTES_MAX / 2) }))).toEqual([]);
    expect(faultsOf(rawPolicy({ name: 'я'.repeat(BYTES_MAX / 2) }))).toEqual([{ at: '', name: 'tooLarge' }]);
  });

  it('has nothing of a prototype', () => {
    const raw: unknown = JSON.parse(
      '{"id":1,"name":"","ruleCombine":"allowIfOneAllowed","target":{"__proto__":{"type":"allOf"}},"rules":[]}',
    );
    expect(readPolicy(raw)).toMatchObject({ ok: true, value: { target: { type: null } } });
    expect(Object.prototype).not.toHaveProperty('type');
    expect(readTarget(Object.create({ type: 'allOf' }))).toEqual(emptyNode(null));
  });

  it('is read or refused whatever it is, and what is read can be read again', () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true });
    fc.assert(
      fc.property(anything, fc.anything(), (target, condition) => {
        const read = readPolicy(rawPolicy({ target, rules: [rawRule({ condition })] }));
        if (read.ok) expect(readPolicy(JSON.parse(JSON.stringify(read.value)))).toEqual(read);
        else expect(read.problem.length).toBeGreaterThan(0);
      }),
    );
  });
});

type Refused = [title: string, raw: unknown, fault: string];

describe('what is no policy', () => {
  it.each<Refused>([
    ['nothing', undefined, 'notAnObject'],
    ['null', null, 'notAnObject'],
    ['a list', [rawPolicy()], 'notAnObject'],
    ['a text', '{"id":1}', 'notAnObject «{"id":1}»'],
    ['no number', Number.NaN, 'notAnObject «NaN»'],
    ['a function', () => rawPolicy(), 'notAnObject'],
    ['a list as target', withTarget([]), 'notAnObject target'],
    ['a list as condition', withRule({ condition: [] }), 'notAnObject rules[0].condition'],
    ['a list as rule', rawPolicy({ rules: [[]] }), 'notAnObject rules[0]'],
    ['a list as node', withTarget(rawGroup([])), 'notAnObject target.children[0]'],
    ['a list as type', withTarget({ type: ['allOf'] }), 'notAText target.type'],
    ['a list as name', rawPolicy({ name: [] }), 'notAText name'],
    ['a list as id', rawPolicy({ id: [1] }), 'badId id'],
    ['an object as rules', rawPolicy({ rules: { 0: rawRule() } }), 'notAList rules'],
    ['an object as children', withTarget({ type: 'allOf', children: {} }), 'notAList target.children'],
    ['a text as related nodes', withRole({ relatedModel: 'x' }), 'notAList target.relatedModel «x»'],
    [
      'one id of two rules, as number and text',
      rawPolicy({ rules: [rawRule({ id: 5 }), rawRule(), rawRule({ id: '5' })] }),
      'repeatedId rules[2].id «5»',
    ],
    ['a name with NUL', rawPolicy({ name: '\u0000' }), 'badText name «\u0000»'],
    ['half a letter', withTarget({ type: '\ud83d' }), 'badText target.type «\ud83d»'],
    [
      'a value with NUL',
      withRole({ compareValue: ['b', 'a\u0000'] }),
      'badText target.compareValue[1] «a\u0000»',
    ],
    ['no JSON', withTarget('{"type":\n oops}'), 'notJson target'],
    [
      'an unknown type, down to the last node',
      withRule({ condition: rawGroup(rawGroup(rawRole, { type: 'order' })) }),
      'unknownType rules[0].condition.children[0].children[1].type «order»',
    ],
    [
      'the comparison type of another attribute',
      withRole({ comparisonType: 'number' }),
      'wrongComparisonType target.comparisonType «number»',
    ],
    [
      'the comparison type of a group',
      withTarget({ type: 'allOf', comparisonType: 'number' }),
      'wrongComparisonType target.comparisonType «number»',
    ],
  ])('is %s', (_, raw, fault) => {
    expect(said(raw)).toEqual([fault]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'has %s as a name of anything',
    name => {
      const each = [{ type: name }, { type: 'user', attribute: name }];
      const targets = [...each, { ...rawRole, comparisonType: name }, { ...rawRole, comparisonMethod: name }];
      expect(targets.flatMap(target => said(withTarget(target)))).toEqual([
        `unknownType target.type «${name}»`,
        `unknownAttribute target.attribute «${name}»`,
        `wrongComparisonType target.comparisonType «${name}»`,
        `unknownMethod target.comparisonMethod «${name}»`,
      ]);
    },
  );

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, {}, [[1]], [null], 1n, Symbol()])(
    'has value %#, which JSON has not',
    compareValue => {
      const [fault] = faultsOf(withRole({ compareValue }));
      expect(fault).toMatchObject({ name: 'badValue' });
    },
  );

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53, '1e3', '0x10', '', null, true, {}])('has id %j', id => {
    expect(faultsOf(rawPolicy({ id }))).toMatchObject([{ at: 'id', name: 'badId' }]);
    expect(faultsOf(withRule({ id }))).toMatchObject([{ at: 'rules[0].id', name: 'badId' }]);
  });

  it.each(['permit', 'ALLOW', '', null, undefined, 1, ['allow'], 'constructor'])('has effect %j', effect => {
    expect(faultsOf(withRule({ effect }))).toMatchObject([{ at: 'rules[0].effect', name: 'unknownEffect' }]);
  });

  it.each(['allowAll', '', null, undefined, 0, '__proto__'])('has combination %j', ruleCombine => {
    expect(faultsOf(rawPolicy({ ruleCombine }))).toMatchObject([
      { at: 'ruleCombine', name: 'unknownCombine' },
    ]);
  });
});

describe('a policy of hostile size', () => {
  const ends = Array.from({ length: DEPTH_MAX - 1 });
  const users = (length: number) => Array.from({ length }, () => ({ type: 'user' }));
  const related = Array.from({ length: 10_000 }).reduce<Raw>(
    node => ({ type: 'request', relatedModel: [node] }),
    { type: 'user' },
  );
  const within: Raw = { type: 'allOf' };
  within.children = [within];
  const thousandWithin: Raw = { type: 'allOf' };
  thousandWithin.children = Array.from({ length: 1000 }, () => thousandWithin);
  const listWithin: unknown[] = [];
  listWithin.push(listWithin);
  const ruleWithin = rawRule();
  ruleWithin.condition = ruleWithin;
  const manyRules = users(100_000).map((condition, index) => rawRule({ id: index + 1, condition }));
  const lateFaults = Array.from({ length: 2000 }, (_, index) =>
    rawRule({ id: index + 1, effect: index < 1000 ? 'allow' : 'permit' }),
  );
  /** Says to have four billion items, and has none. */
  const hollow: unknown[] = [];
  hollow.length = 2 ** 32 - 1;
  const text = 'x'.repeat(10 * 1024 * 1024);
  const listsInLists = Array.from({ length: 10_000 }).reduce<unknown>(value => [value], 'a');
  const tooDeep = `tooDeep target${ends.map(() => '.children[0]').join('')}.children`;

  it.each<Refused>([
    ['10,000 levels', withTarget(chain(10_000)), tooDeep],
    [
      '10,000 levels of related nodes in a rule',
      withRule({ condition: related }),
      `tooDeep rules[0].condition${ends.map(() => '.relatedModel[0]').join('')}.relatedModel`,
    ],
    [
      '10,000 levels in a text',
      withTarget(`${'{"children":['.repeat(10_000)}{}${']}'.repeat(10_000)}`),
      tooDeep,
    ],
    ['a node within itself', withTarget(within), tooDeep],
    ['a node a thousand times within itself', withTarget(thousandWithin), 'tooManyNodes target.children'],
    [
      'a list within itself as children',
      withTarget({ type: 'allOf', children: listWithin }),
      'notAnObject target.children[0]',
    ],
    [
      'a list within itself as value',
      withTarget({ type: 'user', compareValue: listWithin }),
      'badValue target.compareValue[0]',
    ],
    [
      'a rule within itself, and a list as a rule',
      rawPolicy({ rules: [ruleWithin, listWithin] }),
      'notAnObject rules[1]',
    ],
    ['100,000 nodes in a group', withTarget(rawGroup(...users(100_000))), 'tooManyNodes target.children'],
    [
      '100,000 nodes in 200 groups',
      withTarget(rawGroup(...Array.from({ length: 200 }, () => rawGroup(...users(500))))),
      'tooManyNodes target.children[1].children',
    ],
    ['100,000 nodes in as many rules', rawPolicy({ rules: manyRules }), 'tooManyNodes rules[999].condition'],
    [
      'too many nodes, and faults that are not read any more',
      rawPolicy({ rules: lateFaults }),
      'tooManyNodes rules[999].condition',
    ],
    [
      'children of which four billion are not there',
      withTarget({ type: 'allOf', children: hollow }),
      'tooManyNodes target.children',
    ],
    [
      'values of which four billion are not there',
      withTarget({ type: 'user', compareValue: hollow }),
      'badValue target.compareValue[0]',
    ],
    ['10 MB of text as target', withTarget(text), 'tooLarge target'],
    ['10 MB of text as rules', rawPolicy({ rules: text }), 'tooLarge rules'],
    ['10 MB of text as name', rawPolicy({ name: text }), 'tooLarge'],
    ['10 MB of text as value', withRole({ compareValue: text }), 'tooLarge'],
    [
      'a value of 10,000 lists in each other',
      withRole({ compareValue: listsInLists }),
      'badValue target.compareValue[0]',
    ],
  ])('is refused: %s', (_, raw, fault) => {
    expect(said(raw)).toEqual([fault]);
  });

  it('has rules of which four billion are not there', () => {
    expect(faultsOf(rawPolicy({ rules: hollow }))[0]).toMatchObject({ name: 'notAnObject' });
  });

  it('is told many faults up to a number, each cut to what can be read', () => {
    const types = Array.from({ length: 500 }, () => ({ type: 'x'.repeat(999) }));
    const faults = faultsOf(withTarget(rawGroup(...types)));
    expect(faults).toHaveLength(FAULTS_MAX);
    expect(faults.every(({ detail = '' }) => detail.length <= 61)).toBe(true);
  });
});
