import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPolicy, group, leaf, sampleCatalogue } from '#tests/support/policies.ts';
import { anyEdit, edited } from '#tests/support/policy-edits.ts';
import { type Change, differences } from './difference.ts';
import type { EditResult } from './edit-result.ts';
import * as nodes from './edits/nodes.ts';
import { renamePolicy, setCombine } from './edits/policy-settings.ts';
import * as rules from './edits/rules.ts';
import { type NodePath, nodeAt, pathKey, rootOf } from './node-path.ts';
import { type ConditionNode, emptyNode, newPolicy, newRule, type Policy } from './policy.ts';

const policies = anyPolicy(sampleCatalogue);
const copied = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

/** Two states that lie some edits apart. */
const apart = fc.tuple(policies, fc.array(anyEdit(), { maxLength: 8 })).map(([before, edits]) => {
  const after = edits.reduce((policy, { apply }) => {
    const next = apply(policy);
    return next.ok ? next.value : policy;
  }, before);
  return { before, after };
});
/** How many nodes stand in a node, itself counted. */
const size = (node: ConditionNode | undefined): number =>
  node ? [...node.relatedModel, ...node.children].reduce((sum, each) => sum + size(each), 1) : 0;
const whole = ({ target, rules: all }: Policy) =>
  size(target) + all.reduce((sum, { condition }) => sum + size(condition), 0);
const gain = (change: Change): number => {
  if (change.kind === 'nodeAdded') return size(change.node);
  if (change.kind === 'nodeRemoved') return -size(change.node);
  if (change.kind === 'ruleAdded') return size(change.rule.condition);
  return change.kind === 'ruleRemoved' ? -size(change.rule.condition) : 0;
};
const kinds = (changes: readonly Change[]) => new Set(changes.map(({ kind }) => kind));

/** Checks that each node of a change exists and is as the change says. */
function expectThere(before: Policy, after: Policy, change: Change): void {
  if (change.kind === 'nodeAdded') expect(nodeAt(after, change.path)).toBe(change.node);
  if (change.kind === 'nodeRemoved') expect(nodeAt(before, change.was)).toBe(change.node);
  if (change.kind === 'nodeMoved') expect(nodeAt(before, change.was)).toEqual(nodeAt(after, change.path));
  if (change.kind !== 'nodeChanged') return;
  expect(nodeAt(before, change.was)?.[change.field]).toEqual(change.before);
  expect(nodeAt(after, change.path)?.[change.field]).toEqual(change.after);
}

it('finds nothing in a policy and its copy', () => {
  fc.assert(fc.property(policies, policy => void expect(differences(policy, copied(policy))).toEqual([])));
});

it('finds something where the JSON differs, backwards too, names what is there, and accounts for every node', () => {
  const check = ({ before, after }: { before: Policy; after: Policy }) => {
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    expect(differences(before, copied(after)).length === 0).toBe(isSame);
    const changes = differences(before, after);
    const [there, back] = [kinds(changes), kinds(differences(after, before))];
    expect(there.size > 0).toBe(back.size > 0);
    expect(there.has('settingChanged')).toBe(back.has('settingChanged'));
    expect(there.has('ruleAdded')).toBe(back.has('ruleRemoved'));
    expect(there.has('ruleRemoved')).toBe(back.has('ruleAdded'));
    for (const change of changes) expectThere(before, after, change);
    expect(changes.reduce((sum, change) => sum + gain(change), 0)).toBe(whole(after) - whole(before));
  };
  fc.assert(fc.property(apart, check), { numRuns: 100 });
});

describe('of one edit', () => {
  const role = leaf('user', 'role', 'equal', 'x');
  const state = leaf('request', 'state', 'equal', 'x');
  const action = leaf('environment', 'action', 'equal', 'x');
  const condition = group('allOf', role, state, action);
  const before: Policy = {
    ...newPolicy([]),
    rules: [5, 2, 8].map(id => ({ ...newRule([]), id, condition })),
  };
  const at = (...indexes: number[]): NodePath => ({
    tree: 2,
    steps: indexes.map(index => ({ list: 'children', index })),
  });
  const valued = (policy: Policy, path: NodePath) => nodes.setValue(policy, path, 'new', sampleCatalogue);
  const movedOnce = edited(rules.moveRule(before, 8, 'up'));
  const found = (after: EditResult) =>
    differences(before, copied(edited(after))).map(change => {
      const places = [
        'was' in change ? pathKey(change.was) : '',
        'path' in change ? pathKey(change.path) : '',
        'rule' in change ? `rule ${change.rule.id}` : '',
        'field' in change ? `${change.field} ${change.before} → ${change.after}` : '',
      ];
      return [change.kind, ...places.filter(place => place !== '')].join(', ');
    });

  it.each<[string, EditResult, string[]]>([
    ['a name', renamePolicy(before, 'a'), ['settingChanged, name New politic → a']],
    [
      'a combination',
      setCombine(before, 'allowIfNotDenied'),
      ['settingChanged, ruleCombine allowIfOneAllowed → allowIfNotDenied'],
    ],
    ['an added rule', rules.addRule(before), ['ruleAdded, rule 9']],
    ['a removed rule', rules.removeRule(before, 2), ['ruleRemoved, rule 2']],
    ['a rule moved twice', rules.moveRule(movedOnce, 8, 'up'), ['ruleMoved, rule 8']],
    ['an effect', rules.setEffect(before, 5, 'deny'), ['ruleChanged, rule 5, effect allow → deny']],
    ['the name of a rule', rules.renameRule(before, 5, 'b'), ['ruleChanged, rule 5, name new Rule → b']],
    ['an added node', nodes.addNode(before, at(), 'children', sampleCatalogue), ['nodeAdded, 2/c3']],
    ['the first node removed', nodes.removeNode(before, at(0)), ['nodeRemoved, 2/c0']],
    ['a duplicated node', nodes.duplicateNode(before, at(0)), ['nodeAdded, 2/c1']],
    ['a value', valued(before, at(1)), ['nodeChanged, 2/c1, 2/c1, compareValue x → new']],
    [
      'a group of another kind',
      nodes.setType(before, at(), 'anyOf', sampleCatalogue),
      ['nodeChanged, 2, 2, type allOf → anyOf'],
    ],
    [
      'a method',
      nodes.setMethod(before, at(1), 'in', sampleCatalogue),
      [
        'nodeChanged, 2/c1, 2/c1, comparisonMethod equal → in',
        'nodeChanged, 2/c1, 2/c1, compareValue x → null',
      ],
    ],
  ])('%s is told as that, and nothing else', (_, after, changes) => {
    expect(found(after)).toEqual(changes);
  });

  it('a moved node is moved, not gone and come', () => {
    const [change, ...others] = found(nodes.moveNode(before, at(2), 'up'));
    expect(change).toMatch(/^nodeMoved, 2\/c[12], 2\/c[12]$/);
    expect(others).toEqual([]);
  });

  it('copies that move are each moved from their own place', () => {
    const copies = (...children: ConditionNode[]) => ({ ...before, target: group('allOf', ...children) });
    const changes = differences(
      copies(role, role, state, action, emptyNode(null)),
      copies(state, action, emptyNode(null), role, role),
    );
    const ways = changes.map(change => change.kind === 'nodeMoved' && [change.was, change.path].map(pathKey));
    expect(ways).toEqual([
      ['target/c0', 'target/c3'],
      ['target/c1', 'target/c4'],
    ]);
  });

  it('a node that another was removed before is still compared with itself', () => {
    const removed = edited(nodes.removeNode(before, at(0)));
    expect(found(valued(removed, at(0)))).toEqual([
      'nodeRemoved, 2/c0',
      'nodeChanged, 2/c1, 2/c0, compareValue x → new',
    ]);
  });

  it('of two changed nodes, one that got another attribute is still the node in its place', () => {
    const target = (...children: ConditionNode[]) => ({ ...before, target: group('allOf', ...children) });
    const [user, request] = [leaf('user', 'id', 'equal', 1), leaf('request', 'state', 'equal', 'new')];
    const changes = differences(target(role, state), target(user, request));
    expect([...new Set(changes.map(({ kind }) => kind))]).toEqual(['nodeChanged']);
  });

  it('another type tells what it cleared', () => {
    expect(found(nodes.setType(before, at(), 'user', sampleCatalogue))).toEqual([
      'nodeChanged, 2, 2, type allOf → user',
      'nodeRemoved, 2/c0',
      'nodeRemoved, 2/c1',
      'nodeRemoved, 2/c2',
    ]);
  });

  it('a new policy is told with all that is in it', () => {
    const changes = differences(null, { ...before, target: condition });
    const [nodeAdded, ruleAdded] = [Array(3).fill('nodeAdded'), Array(3).fill('ruleAdded')];
    expect(changes.map(({ kind }) => kind)).toEqual(['policyAdded', ...nodeAdded, ...ruleAdded]);
    expect(rootOf(before, 2)).toBe(condition);
  });
});
