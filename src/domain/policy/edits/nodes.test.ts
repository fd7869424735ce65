import { describe, expect, it } from 'vitest';
import { group, leaf, sampleCatalogue } from '#tests/support/policies.ts';
import { edited } from '#tests/support/policy-edits.ts';
import type { EditResult } from '../edit-result.ts';
import { type NodePath, nodeAt } from '../node-path.ts';
import { type ConditionNode, emptyNode, newPolicy, newRule, type Policy } from '../policy.ts';
import * as nodes from './nodes.ts';

const RULE: NodePath = { tree: 7, steps: [] };
const inRule = (index: number): NodePath => ({ tree: 7, steps: [{ list: 'children', index }] });

const role = leaf('user', 'role', 'in', ['admin']);
const mine = { ...leaf('request', 'promoter', 'exists'), relatedModel: [role] };
const email = leaf('user', 'email', 'equal');

/** A policy whose rule 7 asks for a role, and then for what a test is about. */
function policyWith(node: ConditionNode): Policy {
  return { ...newPolicy([]), rules: [{ ...newRule([]), id: 7, condition: group('allOf', role, node) }] };
}

const nodeOf = (result: EditResult, path = inRule(1)) => nodeAt(edited(result), path);

const chosen = (node: ConditionNode, attribute: string, catalogue = sampleCatalogue) =>
  nodeOf(nodes.setAttribute(policyWith(node), inRule(1), attribute, catalogue));
const valued = (node: ConditionNode, value: ConditionNode['compareValue']) =>
  nodes.setValue(policyWith(node), inRule(1), value, sampleCatalogue);

it('the catalogue’s ignorance of the related thing leaves the nested type open', () => {
  const firm = { name: 'firm', title: 'Фирма', type: 'hasOne', relation: 'App\\Firm', values: [] };
  const attributes = { user: [firm, { ...firm, name: 'x', relation: null }] };
  const catalogue = { ...sampleCatalogue, attributes };
  expect(chosen(emptyNode('user'), 'firm', catalogue)?.relatedModel).toEqual([emptyNode(null)]);
  expect(chosen(emptyNode('user'), 'x', catalogue)?.relatedModel).toEqual([emptyNode(null)]);
});

it('an attribute whose type is another one by now is taken anew', () => {
  const node = chosen({ ...role, comparisonType: 'string', comparisonMethod: 'contains' }, 'role');
  expect(node).toMatchObject({ comparisonType: 'list', comparisonMethod: null, compareValue: null });
});

it('what is chosen once more is no change, even a type that the catalogue does not have', () => {
  const gone = policyWith({ ...emptyNode('gone'), attribute: 'old' });
  expect(nodes.setType(gone, inRule(1), 'gone', sampleCatalogue)).toEqual({ ok: true, value: gone });
  expect(chosen(role, 'role')).toBe(role);
  expect(nodeOf(nodes.setMethod(policyWith(role), inRule(1), 'in', sampleCatalogue))).toBe(role);
  expect(nodeOf(valued(role, ['admin']))).toBe(role);
});

describe('a value', () => {
  it.each([
    ['any text where text is compared', email, ' Анна@example.com '],
    ['several where the method takes several', role, ['admin', 'promoter']],
    ['one where the method takes one', leaf('user', 'role', 'equal'), 'admin'],
    ['one that the list has no more, if it was', leaf('user', 'role', 'in', ['owner']), ['owner', 'admin']],
  ])('is %s', (_, node, value) => {
    expect(nodeOf(valued(node, value))).toEqual({ ...node, compareValue: value });
  });

  it.each([[''], [[]], [null]])('is cleared by %j', value => {
    expect(nodeOf(valued({ ...email, compareValue: 'a' }, value))).toEqual(email);
  });
});

describe('nodes in groups and related lists', () => {
  const policy = policyWith(mine);
  const related: NodePath = { tree: 7, steps: [...inRule(1).steps, { list: 'relatedModel', index: 0 }] };

  it.each<[string, EditResult, ConditionNode[]]>([
    [
      'are added to the end of a group with nothing chosen in them',
      nodes.addNode(policy, RULE, 'children', sampleCatalogue),
      [role, mine, emptyNode(null)],
    ],
    ['are removed from a group', nodes.removeNode(policy, inRule(0)), [mine]],
    ['are duplicated right after themselves', nodes.duplicateNode(policy, inRule(0)), [role, role, mine]],
    ['move among their neighbours', nodes.moveNode(policy, inRule(1), 'up'), [mine, role]],
  ])('%s', (_, after, children) => {
    expect(nodeOf(after, RULE)?.children).toEqual(children);
  });

  it('are added to a related list, about the related thing, and removed to the last', () => {
    const more = nodes.addNode(policy, inRule(1), 'relatedModel', sampleCatalogue);
    expect(nodeOf(more)?.relatedModel).toEqual([role, emptyNode('user')]);
    expect(nodeOf(nodes.removeNode(policy, related))?.relatedModel).toEqual([]);
  });
});
