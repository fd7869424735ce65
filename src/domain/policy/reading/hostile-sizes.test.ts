import { describe, expect, it } from 'vitest';
import { faultsOf, type Raw, rawGroup, rawPolicy, rawRole, rawRule } from '#tests/support/raw-policies.ts';
import { BYTES_MAX, DEPTH_MAX, NODES_MAX } from '../policy.ts';
import { FAULTS_MAX } from './policy-fault.ts';

/** A chain of groups, made without recursion. */
function chain(levels: number): Raw {
  let node = rawGroup();
  for (let level = 1; level < levels; level += 1) node = rawGroup(node);
  return node;
}

describe('a policy of hostile size', () => {
  it('10,000 levels are too deep, and say where', () => {
    const [fault, ...others] = faultsOf(rawPolicy({ target: chain(10_000) }));
    const last = Array.from({ length: DEPTH_MAX - 1 }, () => '.children[0]').join('');
    expect(fault).toEqual({ at: `target${last}.children`, name: 'tooDeep' });
    expect(others).toEqual([]);
  });

  it('10,000 levels of related nodes in a rule are too deep', () => {
    let node: Raw = { type: 'user' };
    for (let level = 0; level < 10_000; level += 1) node = { type: 'request', relatedModel: [node] };
    expect(faultsOf(rawPolicy({ rules: [rawRule({ condition: node })] }))).toMatchObject([
      { name: 'tooDeep' },
    ]);
  });

  it('10,000 levels in a text are too deep', () => {
    const text = `${'{"children":['.repeat(10_000)}{}${']}'.repeat(10_000)}`;
    expect(faultsOf(rawPolicy({ target: text }))).toMatchObject([{ name: 'tooDeep' }]);
  });

  it('a node within itself ends at the limit', () => {
    const cycle: Raw = { type: 'allOf' };
    cycle.children = [cycle];
    expect(faultsOf(rawPolicy({ target: cycle }))).toMatchObject([{ name: 'tooDeep' }]);
  });

  it('a node a thousand times within itself ends at the limit', () => {
    const cycle: Raw = { type: 'allOf' };
    cycle.children = Array.from({ length: 1000 }, () => cycle);
    expect(faultsOf(rawPolicy({ target: cycle }))).toEqual([{ at: 'target.children', name: 'tooManyNodes' }]);
  });

  it('a list, a rule and a value within themselves end as well', () => {
    const list: unknown[] = [];
    list.push(list);
    expect(faultsOf(rawPolicy({ target: { type: 'allOf', children: list } }))).toMatchObject([
      { name: 'notAnObject' },
    ]);
    expect(faultsOf(rawPolicy({ target: { type: 'user', compareValue: list } }))).toMatchObject([
      { name: 'badValue' },
    ]);
    const raw = rawRule();
    raw.condition = raw;
    expect(faultsOf(rawPolicy({ rules: [raw, list] }))).toMatchObject([
      { at: 'rules[1]', name: 'notAnObject' },
    ]);
  });

  it('100,000 nodes are too many, wherever they are', () => {
    const nodes = Array.from({ length: 100_000 }, () => ({ type: 'user' }));
    expect(faultsOf(rawPolicy({ target: rawGroup(...nodes) }))).toEqual([
      { at: 'target.children', name: 'tooManyNodes' },
    ]);
    const tens = Array.from({ length: 200 }, () => rawGroup(...nodes.slice(0, 500)));
    expect(faultsOf(rawPolicy({ target: rawGroup(...tens) }))).toEqual([
      { at: 'target.children[1].children', name: 'tooManyNodes' },
    ]);
    const rules = nodes.map((condition, index) => rawRule({ id: index + 1, condition }));
    expect(faultsOf(rawPolicy({ rules }))).toEqual([{ at: 'rules[999].condition', name: 'tooManyNodes' }]);
  });

  it('what comes after too many nodes is not read any more', () => {
    const rules = Array.from({ length: 2000 }, (_, index) =>
      rawRule({ id: index + 1, effect: index < 1000 ? 'allow' : 'permit' }),
    );
    expect(faultsOf(rawPolicy({ rules }))).toEqual([{ at: 'rules[999].condition', name: 'tooManyNodes' }]);
  });

  it('a list that says to have four billion items does not have them', () => {
    const children: unknown[] = [];
    children.length = 2 ** 32 - 1;
    expect(faultsOf(rawPolicy({ target: { type: 'allOf', children } }))).toMatchObject([
      { name: 'tooManyNodes' },
    ]);
    expect(faultsOf(rawPolicy({ target: { type: 'user', compareValue: children } }))).toMatchObject([
      { name: 'badValue' },
    ]);
    expect(faultsOf(rawPolicy({ rules: children }))[0]).toMatchObject({ name: 'notAnObject' });
  });

  it('10 MB of text are refused for their size, not read', () => {
    const text = 'x'.repeat(10 * 1024 * 1024);
    expect(faultsOf(rawPolicy({ target: text }))).toEqual([{ at: 'target', name: 'tooLarge' }]);
    expect(faultsOf(rawPolicy({ rules: text }))).toEqual([{ at: 'rules', name: 'tooLarge' }]);
    expect(faultsOf(rawPolicy({ name: text }))).toEqual([{ at: '', name: 'tooLarge' }]);
    expect(faultsOf(rawPolicy({ target: { ...rawRole, compareValue: text } }))).toEqual([
      { at: '', name: 'tooLarge' },
    ]);
  });

  it('bytes are counted, not letters', () => {
    expect(faultsOf(rawPolicy({ name: 'a'.repeat(BYTES_MAX / 2) }))).toEqual([]);
    expect(faultsOf(rawPolicy({ name: 'я'.repeat(BYTES_MAX / 2) }))).toEqual([{ at: '', name: 'tooLarge' }]);
  });

  it('a value of lists in lists, 10,000 deep, is none', () => {
    let compareValue: unknown = 'a';
    for (let level = 0; level < 10_000; level += 1) compareValue = [compareValue];
    expect(faultsOf(rawPolicy({ target: { ...rawRole, compareValue } }))).toEqual([
      { at: 'target.compareValue[0]', name: 'badValue' },
    ]);
  });

  it('many faults are told up to a number, each cut to what can be read', () => {
    const faults = faultsOf(
      rawPolicy({ target: rawGroup(...Array.from({ length: 500 }, () => ({ type: 'x'.repeat(999) }))) }),
    );
    expect(faults).toHaveLength(FAULTS_MAX);
    expect(faults.every(({ detail = '' }) => detail.length <= 61)).toBe(true);
  });

  it('takes the last level and the last node', () => {
    expect(faultsOf(rawPolicy({ target: chain(DEPTH_MAX) }))).toEqual([]);
    const nodes = Array.from({ length: NODES_MAX - 2 }, () => ({ type: 'user' }));
    expect(faultsOf(rawPolicy({ target: rawGroup(...nodes), rules: [rawRule()] }))).toEqual([]);
  });
});
