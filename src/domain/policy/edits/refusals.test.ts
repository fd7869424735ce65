import { describe, expect, it } from 'vitest';
import { group, leaf, sampleCatalogue } from '#tests/support/policies.ts';
import { type EditRefusal, type EditResult, refusalWords } from '../edit-result.ts';
import type { NodePath } from '../node-path.ts';
import {
  BYTES_MAX,
  type CompareValue,
  type ConditionNode,
  DEPTH_MAX,
  emptyNode,
  NODES_MAX,
  newPolicy,
  type Policy,
} from '../policy.ts';
import { bytesOf } from '../policy-size.ts';
import * as nodes from './nodes.ts';
import { renamePolicy } from './policy-settings.ts';
import * as rules from './rules.ts';

const all = (...children: ConditionNode[]) => group('allOf', ...children);
const policyOf = (target: ConditionNode): Policy => ({ ...newPolicy([]), target });
const at = (...indexes: number[]): NodePath => ({
  tree: 'target',
  steps: indexes.map(index => ({ list: 'children', index })),
});

const role = leaf('user', 'role', 'equal');
const admins = leaf('user', 'role', 'in', ['admin']);
const two = policyOf(all(role, emptyNode('request')));
const ruled: Policy = {
  ...two,
  rules: [1, 2].map(id => ({ id, name: '', effect: 'deny', condition: emptyNode('allOf') })),
};
const last = at(...Array.from({ length: DEPTH_MAX - 1 }, () => 0));
/** A node at the last level, in a chain of groups. */
const chained = (end: ConditionNode) => last.steps.reduce((node, _) => all(node), end);
const deepest = chained(emptyNode('request'));
const full = policyOf(all(...Array.from({ length: NODES_MAX - 1 }, () => emptyNode('request'))));
const heavy = { ...two, name: 'я'.repeat(BYTES_MAX / 2 - 600) };
const atSizeLimit = { ...two, name: 'a'.repeat(BYTES_MAX - 64 - bytesOf({ ...two, name: '' })) };
const long = 'ж'.repeat(500);

const typed = (policy: Policy, path: NodePath, type: string) =>
  nodes.setType(policy, path, type, sampleCatalogue);
const chosen = (policy: Policy, path: NodePath, attribute: string) =>
  nodes.setAttribute(policy, path, attribute, sampleCatalogue);
const compared = (policy: Policy, path: NodePath, method: string) =>
  nodes.setMethod(policy, path, method, sampleCatalogue);
const valued = (policy: Policy, path: NodePath, value: CompareValue) =>
  nodes.setValue(policy, path, value, sampleCatalogue);

/** Every cause of each refusal, by the refusal's name; called within its test. */
const refused: Readonly<Record<EditRefusal, Readonly<Record<string, () => EditResult>>>> = {
  noSuchNode: {
    'the index is too high': () => typed(two, at(2), 'user'),
    'the index is negative': () => nodes.removeNode(two, at(-1)),
    'the index is no whole number': () => nodes.duplicateNode(two, at(0.5)),
    'the way ends early': () => nodes.moveNode(two, at(0, 0, 0), 'up'),
  },
  noSuchRule: {
    'a node of it is changed': () => typed(two, { tree: 3, steps: [] }, 'user'),
    'a node of it is removed': () =>
      nodes.removeNode(two, { tree: 3, steps: [{ list: 'children', index: 0 }] }),
    'its root is removed': () => nodes.removeNode(two, { tree: 3, steps: [] }),
    'it is named': () => rules.renameRule(two, 3, 'a'),
    'its effect is set': () => rules.setEffect(two, 3, 'deny'),
    'it is duplicated': () => rules.duplicateRule(two, 3),
    'it is moved': () => rules.moveRule(two, 3, 'up'),
    'it is removed': () => rules.removeRule(two, 3),
  },
  rootStays: {
    'it is removed': () => nodes.removeNode(two, at()),
    'it is duplicated': () => nodes.duplicateNode(two, at()),
    'it is moved': () => nodes.moveNode(two, at(), 'down'),
  },
  notAList: {
    'a comparison has no children': () => nodes.addNode(two, at(0), 'children', sampleCatalogue),
    'a comparison of a list has no related nodes': () =>
      nodes.addNode(two, at(0), 'relatedModel', sampleCatalogue),
    'a group has no related nodes': () => nodes.addNode(two, at(), 'relatedModel', sampleCatalogue),
  },
  tooDeep: {
    'a node is added below the last level': () =>
      nodes.addNode(policyOf(chained(all())), last, 'children', sampleCatalogue),
    'hasOne would nest a node below it': () => chosen(policyOf(deepest), last, 'promoter'),
  },
  tooManyNodes: {
    'one is added': () => nodes.addNode(full, at(), 'children', sampleCatalogue),
    'one is duplicated': () => nodes.duplicateNode(full, at(0)),
    'hasOne would nest one': () => chosen(full, at(0), 'promoter'),
    'a rule brings one': () => rules.addRule(full),
    'a rule is duplicated': () => rules.duplicateRule({ ...full, rules: ruled.rules.slice(0, 1) }, 1),
  },
  tooLarge: {
    'the name is long': () => renamePolicy(heavy, heavy.name + long),
    'the name of a rule is long': () => rules.renameRule({ ...heavy, rules: ruled.rules }, 1, long),
    'the value is long': () => valued({ ...heavy, target: all(leaf('user', 'email', 'equal')) }, at(0), long),
    'nodes take room as well': () =>
      nodes.duplicateNode({ ...heavy, target: all(all(...Array(9).fill(role))) }, at(0)),
    'the name is one letter too long': () => renamePolicy(atSizeLimit, `${atSizeLimit.name}a`),
  },
  unknownType: {
    'the catalogue lacks it': () => typed(two, at(0), 'order'),
    'every object inherits it': () => typed(two, at(0), 'constructor'),
    'it is the prototype': () => typed(two, at(0), '__proto__'),
  },
  unknownAttribute: {
    'another type has it': () => chosen(two, at(0), 'paid'),
    'every object inherits it': () => chosen(two, at(0), 'constructor'),
    'the node is a group': () => chosen(two, at(), 'role'),
  },
  unknownMethod: {
    'another type has it': () => compared(two, at(0), 'greater'),
    'no attribute is chosen': () => compared(two, at(1), 'equal'),
    'every object inherits it': () => compared(two, at(0), '__proto__'),
  },
  takesNoValue: {
    'no method is chosen': () => valued(two, at(1), 'a'),
    'it is an object': () => valued(policyOf(all(leaf('user', 'firm', 'same'))), at(0), 'a'),
    'the method says it all': () => valued(policyOf(all(leaf('request', 'paid', 'isTrue'))), at(0), 'a'),
    'it is a related thing': () => valued(policyOf(all(leaf('request', 'promoter', 'exists'))), at(0), 'a'),
  },
  takesOneValue: { 'several are given': () => valued(two, at(0), ['admin']) },
  unknownValue: {
    'the list lacks it': () => valued(two, at(0), 'owner'),
    'the list lacks one of several': () => valued(policyOf(all(admins)), at(0), ['owner', 'admin']),
    'JSON has no such number': () => valued(policyOf(all(leaf('user', 'id', 'equal'))), at(0), Number.NaN),
  },
  badText: {
    'a name has NUL in it': () => renamePolicy(two, 'a\u0000'),
    'the name of a rule is half a letter': () => rules.renameRule(ruled, 1, '\ud83d'),
    'a value has NUL in it': () => valued(two, at(0), 'admin\u0000'),
  },
  firstAlready: {
    'a node goes up': () => nodes.moveNode(two, at(0), 'up'),
    'a rule goes up': () => rules.moveRule(ruled, 1, 'up'),
  },
  lastAlready: {
    'a node goes down': () => nodes.moveNode(two, at(1), 'down'),
    'a rule goes down': () => rules.moveRule(ruled, 2, 'down'),
  },
};

describe.each(Object.entries(refused))('%s', (name, cases) => {
  it.each(Object.entries(cases))('is said when %s', (_, edit) => {
    const edited = edit();
    // The name alone: some of these policies are too large to be shown.
    expect(edited.ok ? 'no refusal' : edited.problem).toBe(name);
  });
});

it('has words for every refusal, each its own', () => {
  const words = Object.keys(refused).map(name => refusalWords(name as EditRefusal));
  expect(new Set(words).size).toBe(words.length);
  expect(words.filter(text => !/^[А-Я][^ё]+$/.test(text))).toEqual([]);
});

describe('at the limit', () => {
  it('a policy still takes its last node and its last level', () => {
    const almost = policyOf(all(...full.target.children.slice(1)));
    expect(nodes.addNode(almost, at(), 'children', sampleCatalogue).ok).toBe(true);
    const lastLevel = { ...last, steps: last.steps.slice(0, -1) };
    expect(nodes.addNode(policyOf(deepest), lastLevel, 'children', sampleCatalogue).ok).toBe(true);
  });

  it('what another server let grow too large may shrink', () => {
    const larger = { ...two, name: 'я'.repeat(BYTES_MAX) };
    expect(renamePolicy(larger, larger.name.slice(1)).ok).toBe(true);
    expect(nodes.removeNode(larger, at(0)).ok).toBe(true);
  });
});
