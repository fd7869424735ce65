import { describe, expect, it } from 'vitest';
import { sampleCatalogue } from '#tests/support/policies.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Edited } from '../edit.ts';
import { type NodePath, nodeAt } from '../node-path.ts';
import { type ConditionNode, emptyNode, newPolicy, newRule, type Policy } from '../policy.ts';
import {
  addNode,
  duplicateNode,
  moveNode,
  removeNode,
  replaceTree,
  setAttribute,
  setMethod,
  setType,
  setValue,
} from './nodes.ts';

const ROOT: NodePath = { tree: 'target', steps: [] };
const IN_RULE: NodePath = { tree: 7, steps: [{ list: 'children', index: 1 }] };

const role: ConditionNode = {
  ...emptyNode('user'),
  ...{ attribute: 'role', comparisonType: 'list', comparisonMethod: 'in', compareValue: ['admin'] },
};
const mine: ConditionNode = {
  ...emptyNode('request'),
  ...{ attribute: 'promoter', comparisonType: 'hasOne', comparisonMethod: 'exists', relatedModel: [role] },
};

/** A policy whose rule 7 asks for a role, and then for what a test is about. */
function policyWith(node: ConditionNode): Policy {
  const condition = { ...emptyNode('allOf'), children: [role, node] };
  return { ...newPolicy([]), rules: [{ ...newRule([]), id: 7, condition }] };
}

function nodeOf(edited: Edited, path = IN_RULE): ConditionNode | undefined {
  if (!edited.ok) throw new Error(`The edit was refused: ${edited.problem}`);
  return nodeAt(edited.value, path);
}

const typed = (node: ConditionNode, type: string | null) =>
  nodeOf(setType(policyWith(node), IN_RULE, type, sampleCatalogue));
const chosen = (node: ConditionNode, attribute: string | null, catalogue: Catalogue = sampleCatalogue) =>
  nodeOf(setAttribute(policyWith(node), IN_RULE, attribute, catalogue));
const compared = (node: ConditionNode, method: string | null) =>
  nodeOf(setMethod(policyWith(node), IN_RULE, method, sampleCatalogue));
const valued = (node: ConditionNode, value: ConditionNode['compareValue']) =>
  setValue(policyWith(node), IN_RULE, value, sampleCatalogue);

describe('another type', () => {
  it('clears attribute, comparison type and method, and value', () => {
    expect(typed(role, 'request')).toEqual(emptyNode('request'));
  });

  it('clears related nodes', () => {
    expect(typed(mine, 'user')).toEqual(emptyNode('user'));
  });

  it('clears the children of a group', () => {
    expect(typed({ ...emptyNode('anyOf'), children: [role, mine] }, 'user')).toEqual(emptyNode('user'));
  });

  it('clears everything when a comparison becomes a group', () => {
    expect(typed(mine, 'anyOf')).toEqual(emptyNode('anyOf'));
  });

  it('clears everything when the choice is taken back', () => {
    expect(typed(role, null)).toEqual(emptyNode(null));
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
    expect(nodeOf(setType(policyWith(role), ROOT, 'user', sampleCatalogue), ROOT)).toEqual(emptyNode('user'));
  });

  it('is no change when it is the same, even one that the catalogue does not have', () => {
    const policy = policyWith({ ...emptyNode('gone'), attribute: 'old' });
    expect(setType(policy, IN_RULE, 'gone', sampleCatalogue)).toEqual({ ok: true, value: policy });
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
    expect(chosen(emptyNode('request'), 'promoter')).toEqual({
      ...emptyNode('request'),
      ...{ attribute: 'promoter', comparisonType: 'hasOne', relatedModel: [emptyNode('user')] },
    });
  });

  it('finds the related thing by the last word of a class name', () => {
    expect(chosen(emptyNode('request'), 'contact')?.relatedModel).toEqual([emptyNode('contact')]);
  });

  it('leaves the nested type open where nobody knows the related thing', () => {
    const firm = { name: 'firm', title: 'Фирма', type: 'hasOne', relation: 'App\\Firm', values: [] };
    const catalogue = {
      ...sampleCatalogue,
      attributes: { user: [firm, { ...firm, name: 'x', relation: null }] },
    };
    expect(chosen(emptyNode('user'), 'firm', catalogue)?.relatedModel).toEqual([emptyNode(null)]);
    expect(chosen(emptyNode('user'), 'x', catalogue)?.relatedModel).toEqual([emptyNode(null)]);
  });

  it('of another kind removes the nested nodes', () => {
    expect(chosen(mine, 'paid')?.relatedModel).toEqual([]);
  });

  it('replaces the nested nodes of another hasOne attribute', () => {
    expect(chosen(mine, 'report')?.relatedModel).toEqual([emptyNode('report')]);
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
  it('clears the value', () => {
    expect(compared(role, 'notIn')).toEqual({ ...role, comparisonMethod: 'notIn', compareValue: null });
  });

  it('keeps the nested nodes', () => {
    expect(compared(mine, 'notExists')).toEqual({ ...mine, comparisonMethod: 'notExists' });
  });

  it('can be taken back', () => {
    expect(compared(role, null)).toEqual({ ...role, comparisonMethod: null, compareValue: null });
  });

  it('is no change when it is the same', () => {
    expect(compared(role, 'in')).toBe(role);
  });
});

describe('a value', () => {
  const email = {
    ...emptyNode('user'),
    attribute: 'email',
    comparisonType: 'string',
    comparisonMethod: 'equal',
  };

  it('is any text where text is compared', () => {
    expect(nodeOf(valued(email, ' Анна@example.com '))).toEqual({
      ...email,
      compareValue: ' Анна@example.com ',
    });
  });

  it.each([[''], [[]], [null]])('is cleared by %j', value => {
    expect(nodeOf(valued({ ...email, compareValue: 'a' }, value))).toEqual(email);
  });

  it('is several where the method takes several', () => {
    expect(nodeOf(valued(role, ['admin', 'promoter']))?.compareValue).toEqual(['admin', 'promoter']);
  });

  it('is one where the method takes one', () => {
    const one = { ...role, comparisonMethod: 'equal', compareValue: null };
    expect(valued(one, ['admin'])).toEqual({ ok: false, problem: 'takesOneValue' });
    expect(nodeOf(valued(one, 'admin'))?.compareValue).toBe('admin');
  });

  it('may stay one that the list has no more', () => {
    const old = { ...role, compareValue: ['owner'] };
    expect(nodeOf(valued(old, ['owner', 'admin']))?.compareValue).toEqual(['owner', 'admin']);
    expect(valued(role, ['owner', 'admin'])).toEqual({ ok: false, problem: 'unknownValue' });
  });

  it('is not asked for without a method, of an object, and by a method that says it all', () => {
    const refused = { ok: false, problem: 'takesNoValue' };
    expect(valued({ ...email, comparisonMethod: null }, 'a')).toEqual(refused);
    expect(valued({ ...email, comparisonType: 'object', comparisonMethod: 'same' }, 'a')).toEqual(refused);
    expect(valued({ ...email, comparisonType: 'bool', comparisonMethod: 'isTrue' }, 'a')).toEqual(refused);
    expect(valued(mine, 'a')).toEqual(refused);
  });

  it('is no change when it is the same', () => {
    expect(nodeOf(valued(role, ['admin']))).toBe(role);
  });
});

describe('nodes in groups and related lists', () => {
  const steps = (...indexes: number[]) => indexes.map(index => ({ list: 'children' as const, index }));
  const rule: NodePath = { tree: 7, steps: [] };

  it('are added to a group with nothing chosen in them', () => {
    const root = nodeOf(addNode(policyWith(mine), rule, 'children'), rule);
    expect(root?.children).toEqual([role, mine, emptyNode(null)]);
  });

  it('are added to a group with a type', () => {
    const edited = addNode(policyWith(mine), rule, 'children', 'anyOf', sampleCatalogue);
    expect(nodeOf(edited, { tree: 7, steps: steps(2) })).toEqual(emptyNode('anyOf'));
  });

  it('are added to a related list, about the related thing', () => {
    const edited = addNode(policyWith(mine), IN_RULE, 'relatedModel', undefined, sampleCatalogue);
    expect(nodeOf(edited)?.relatedModel).toEqual([role, emptyNode('user')]);
  });

  it('are removed from a group', () => {
    const root = nodeOf(removeNode(policyWith(mine), { tree: 7, steps: steps(0) }), rule);
    expect(root?.children).toEqual([mine]);
  });

  it('are removed from a related list, to the last', () => {
    const path: NodePath = { tree: 7, steps: [...steps(1), { list: 'relatedModel', index: 0 }] };
    expect(nodeOf(removeNode(policyWith(mine), path))?.relatedModel).toEqual([]);
  });

  it('are duplicated right after themselves', () => {
    const root = nodeOf(duplicateNode(policyWith(mine), { tree: 7, steps: steps(0) }), rule);
    expect(root?.children).toEqual([role, role, mine]);
  });

  it('move among their neighbours', () => {
    const root = nodeOf(moveNode(policyWith(mine), IN_RULE, 'up'), rule);
    expect(root?.children).toEqual([mine, role]);
  });

  it('are replaced by a whole tree', () => {
    const edited = replaceTree(policyWith(mine), 'target', mine);
    expect(nodeOf(edited, ROOT)).toBe(mine);
    expect(nodeOf(replaceTree(policyWith(role), 7, mine), rule)).toBe(mine);
  });
});
