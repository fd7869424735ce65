import { describe, expect, it } from 'vitest';
import { group, leaf, sampleCatalogue } from '#tests/support/policies.ts';
import type { Edited } from '../edit.ts';
import { type NodePath, nodeAt } from '../node-path.ts';
import { type ConditionNode, emptyNode, newPolicy, newRule, type Policy } from '../policy.ts';
import * as nodes from './nodes.ts';

const ROOT: NodePath = { tree: 'target', steps: [] };
const RULE: NodePath = { tree: 7, steps: [] };
const inRule = (index: number): NodePath => ({ tree: 7, steps: [{ list: 'children', index }] });

const role = leaf('user', 'role', 'in', ['admin']);
const mine = { ...leaf('request', 'promoter', 'exists'), relatedModel: [role] };
const email = leaf('user', 'email', 'equal');

/** A policy whose rule 7 asks for a role, and then for what a test is about. */
function policyWith(node: ConditionNode): Policy {
  return { ...newPolicy([]), rules: [{ ...newRule([]), id: 7, condition: group('allOf', role, node) }] };
}

function nodeOf(edited: Edited, path = inRule(1)): ConditionNode | undefined {
  if (!edited.ok) throw new Error(`The edit was refused: ${edited.problem}`);
  return nodeAt(edited.value, path);
}

const typed = (node: ConditionNode, type: string | null) =>
  nodeOf(nodes.setType(policyWith(node), inRule(1), type, sampleCatalogue));
const chosen = (node: ConditionNode, attribute: string | null, catalogue = sampleCatalogue) =>
  nodeOf(nodes.setAttribute(policyWith(node), inRule(1), attribute, catalogue));
const compared = (node: ConditionNode, method: string | null) =>
  nodeOf(nodes.setMethod(policyWith(node), inRule(1), method, sampleCatalogue));
const valued = (node: ConditionNode, value: ConditionNode['compareValue']) =>
  nodes.setValue(policyWith(node), inRule(1), value, sampleCatalogue);

describe('another type', () => {
  it.each([
    ['attribute, comparison type and method, and value', role, 'request'],
    ['related nodes', mine, 'user'],
    ['the children of a group', group('anyOf', role, mine), 'user'],
    ['everything when a comparison becomes a group', mine, 'anyOf'],
    ['everything when the choice is taken back', role, null],
  ])('clears %s', (_, node, type) => {
    expect(typed(node, type)).toEqual(emptyNode(type));
  });

  it.each([
    ['allOf', 'anyOf'],
    ['anyOf', 'allOf'],
  ])('keeps the children from %s to %s', (from, to) => {
    const children = [role, mine];
    const node = typed({ ...emptyNode(from), children }, to);
    expect(node).toEqual({ ...emptyNode(to), children });
    expect(node?.children).toBe(children);
  });

  it('may be given to the root', () => {
    const edited = nodes.setType(policyWith(role), ROOT, 'user', sampleCatalogue);
    expect(nodeOf(edited, ROOT)).toEqual(emptyNode('user'));
  });

  it('is no change when it is the same, even one that the catalogue does not have', () => {
    const policy = policyWith({ ...emptyNode('gone'), attribute: 'old' });
    expect(nodes.setType(policy, inRule(1), 'gone', sampleCatalogue)).toEqual({ ok: true, value: policy });
  });
});

describe('a chosen attribute', () => {
  it.each([
    ['id', 'number'],
    ['email', 'string'],
    ['created_at', 'datetime'],
    ['firm', 'object'],
  ])('sets the comparison type: %s → %s', (attribute, comparisonType) => {
    expect(chosen(emptyNode('user'), attribute)).toEqual({ ...emptyNode('user'), attribute, comparisonType });
  });

  it('clears method and value', () => {
    const node = chosen(role, 'email');
    expect(node).toMatchObject({ attribute: 'email', comparisonMethod: null, compareValue: null });
  });

  it('of hasOne creates one nested node about the related thing', () => {
    const related = { ...leaf('request', 'promoter', null), relatedModel: [emptyNode('user')] };
    expect(chosen(emptyNode('request'), 'promoter')).toEqual(related);
  });

  it.each([
    ['finds the related thing by the last word of a class name', emptyNode('request'), 'contact', 'contact'],
    ['replaces the nested nodes of another hasOne attribute', mine, 'report', 'report'],
  ])('%s', (_, node, attribute, type) => {
    expect(chosen(node, attribute)?.relatedModel).toEqual([emptyNode(type)]);
  });

  it('leaves the nested type open where nobody knows the related thing', () => {
    const firm = { name: 'firm', title: 'Фирма', type: 'hasOne', relation: 'App\\Firm', values: [] };
    const attributes = { user: [firm, { ...firm, name: 'x', relation: null }] };
    const catalogue = { ...sampleCatalogue, attributes };
    expect(chosen(emptyNode('user'), 'firm', catalogue)?.relatedModel).toEqual([emptyNode(null)]);
    expect(chosen(emptyNode('user'), 'x', catalogue)?.relatedModel).toEqual([emptyNode(null)]);
  });

  it('of another kind removes the nested nodes', () => {
    expect(chosen(mine, 'paid')?.relatedModel).toEqual([]);
  });

  it('can be taken back', () => {
    expect(chosen(mine, null)).toEqual(emptyNode('request'));
  });

  it('is no change when it is the same', () => {
    expect(chosen(role, 'role')).toBe(role);
  });

  it('is taken anew when its type is another one by now', () => {
    const node = chosen({ ...role, comparisonType: 'string', comparisonMethod: 'contains' }, 'role');
    expect(node).toMatchObject({ comparisonType: 'list', comparisonMethod: null, compareValue: null });
  });
});

describe('another method', () => {
  it.each([
    ['clears the value', role, 'notIn', { compareValue: null }],
    ['keeps the nested nodes', mine, 'notExists', {}],
    ['can be taken back', role, null, { compareValue: null }],
  ])('%s', (_, node, comparisonMethod, changed) => {
    expect(compared(node, comparisonMethod)).toEqual({ ...node, comparisonMethod, ...changed });
  });

  it('is no change when it is the same', () => {
    expect(compared(role, 'in')).toBe(role);
  });
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

  it.each([
    ['takesOneValue', 'several where the method takes one', leaf('user', 'role', 'equal'), ['admin']],
    ['unknownValue', 'one that the list lacks', role, ['owner', 'admin']],
    ['takesNoValue', 'one without a method', leaf('user', 'email', null), 'a'],
    ['takesNoValue', 'one of an object', leaf('user', 'firm', 'same'), 'a'],
    ['takesNoValue', 'one by a method that says it all', leaf('request', 'paid', 'isTrue'), 'a'],
    ['takesNoValue', 'one of a related thing', mine, 'a'],
  ])('is refused as %s: %s', (problem, _, node, value) => {
    expect(valued(node, value)).toEqual({ ok: false, problem });
  });

  it('is no change when it is the same', () => {
    expect(nodeOf(valued(role, ['admin']))).toBe(role);
  });
});

describe('nodes in groups and related lists', () => {
  const policy = policyWith(mine);
  const related: NodePath = { tree: 7, steps: [...inRule(1).steps, { list: 'relatedModel', index: 0 }] };

  it.each<[string, Edited, ConditionNode[]]>([
    ['added with nothing chosen in them', nodes.addNode(policy, RULE, 'children'), [emptyNode(null)]],
    [
      'added with a type',
      nodes.addNode(policy, RULE, 'children', 'anyOf', sampleCatalogue),
      [emptyNode('anyOf')],
    ],
  ])('are %s to the end of a group', (_, edited, added) => {
    expect(nodeOf(edited, RULE)?.children).toEqual([role, mine, ...added]);
  });

  it.each<[string, Edited, ConditionNode[]]>([
    ['are removed from a group', nodes.removeNode(policy, inRule(0)), [mine]],
    ['are duplicated right after themselves', nodes.duplicateNode(policy, inRule(0)), [role, role, mine]],
    ['move among their neighbours', nodes.moveNode(policy, inRule(1), 'up'), [mine, role]],
  ])('%s', (_, edited, children) => {
    expect(nodeOf(edited, RULE)?.children).toEqual(children);
  });

  it('are added to a related list, about the related thing, and removed to the last', () => {
    const edited = nodes.addNode(policy, inRule(1), 'relatedModel', undefined, sampleCatalogue);
    expect(nodeOf(edited)?.relatedModel).toEqual([role, emptyNode('user')]);
    expect(nodeOf(nodes.removeNode(policy, related))?.relatedModel).toEqual([]);
  });

  it('are replaced by a whole tree', () => {
    expect(nodeOf(nodes.replaceTree(policy, 'target', mine), ROOT)).toBe(mine);
    expect(nodeOf(nodes.replaceTree(policyWith(role), 7, mine), RULE)).toBe(mine);
  });
});
