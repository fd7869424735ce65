import { describe, expect, test } from 'vitest';
import { sampleCatalogue } from '#tests/support/policies.ts';
import { group, leaf } from '#tests/support/policy-nodes.ts';
import { pathKey } from '../node-path.ts';
import { type ConditionNode, newPolicy, type Rule } from '../policy.ts';
import { warningsOf } from './warnings.ts';

type Value = ConditionNode['compareValue'];

const isAdmin = leaf('user', 'role', 'equal', 'admin');
const rule = (id: number, effect: Rule['effect'], condition: ConditionNode): Rule => ({
  ...{ id, name: `rule ${id}`, effect, condition },
});

/** What is said of a node in a target, beside the policy's own warnings. */
function saidOfNode(node: ConditionNode): string[] {
  const allow = rule(1, 'allow', isAdmin);
  const said = warningsOf({ ...newPolicy([]), target: node, rules: [allow] }, sampleCatalogue);
  return said.filter(({ path }) => path).map(({ name, path }) => `${path ? pathKey(path) : ''} ${name}`);
}

describe('nodes that must all hold', () => {
  const number = (method: string, value: Value) => leaf('request', 'tofirm', method, value);
  const date = (method: string, value: Value) => leaf('request', 'created_at', method, value);
  const text = (method: string, value: Value) => leaf('user', 'email', method, value);
  const role = (method: string, value: Value) => leaf('user', 'role', method, value);

  test.each(
    named([
      [text('equal', 'a'), text('equal', 'b')],
      [text('equal', 'a'), text('notEqual', 'a')],
      [text('equal', 'a'), text('contains', 'b')],
      [number('equal', '5'), number('equal', '6')],
      [number('greater', '5'), number('less', '5')],
      [number('greater', '5'), number('lessOrEqual', '5')],
      [number('between', ['1', '2']), number('between', ['3', '4'])],
      [date('before', '2026-11-20'), date('after', '2026-11-20')],
      [date('after', '12:00'), date('before', '12:00')],
      [date('between', ['22:00', '02:00']), date('between', ['09:00', '10:00'])],
      [role('equal', 'admin'), role('notEqual', 'admin')],
      [role('in', ['admin']), role('notIn', ['admin', 'promoter'])],
      [leaf('request', 'paid', 'isTrue'), leaf('request', 'paid', 'isFalse')],
      [leaf('user', 'firm', 'isNull'), leaf('user', 'firm', 'same')],
    ]),
  )('contradict each other: %s', (_name, one, other) => {
    expect(saidOfNode(group('allOf', one, other))).toEqual(['target contradiction']);
    expect(saidOfNode(group('allOf', one, group('allOf', other, isAdmin)))).toEqual(['target contradiction']);
    expect(saidOfNode(group('anyOf', one, other))).toEqual([]);
  });

  test.each(
    named([
      [role('equal', 'admin'), role('equal', 'promoter')],
      [role('in', ['admin', 'promoter']), role('notIn', ['admin'])],
      [number('equal', '5'), number('equal', '5.0')],
      [number('greater', '5'), number('less', '5.01')],
      [number('greaterOrEqual', '5'), number('lessOrEqual', '5')],
      [text('startsWith', 'a'), text('contains', 'b')],
      [date('after', '2026-11-20'), date('before', '09:00')],
      [date('after', '2026-11-20'), date('before', '2026-11-21 00:00:01')],
      [date('between', ['22:00', '06:00']), date('before', '05:00')],
      [text('equal', 'a'), leaf('contact', 'first_name', 'equal', 'b')],
    ]),
  )('need not contradict each other: %s', (_name, one, other) => {
    expect(saidOfNode(group('allOf', one, other))).toEqual([]);
  });

  function named(pairs: readonly [ConditionNode, ConditionNode][]) {
    const words = ({ attribute, comparisonMethod, compareValue }: ConditionNode) =>
      [attribute, comparisonMethod, compareValue].join(' ');
    return pairs.map(([one, other]) => [`${words(one)}, ${words(other)}`, one, other] as const);
  }

  test('contradict each other in a related thing too', () => {
    const relatedModel = [text('equal', 'a'), text('equal', 'b')];
    const promoter = { ...leaf('request', 'promoter', 'exists'), relatedModel };
    expect(saidOfNode(promoter)).toEqual(['target contradiction']);
    expect(
      saidOfNode(group('allOf', text('equal', 'c'), { ...promoter, relatedModel: [text('equal', 'a')] })),
    ).toEqual([]);
  });
});
