import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyPolicy, sampleCatalogue } from '#tests/support/policies.ts';
import { anyEdit, edited, pathsOf } from '#tests/support/policy-edits.ts';
import { type NodePath, nodeAt, pathKey } from '../node-path.ts';
import { type ConditionNode, DEPTH_MAX, emptyNode, isGroup, NODES_MAX, type Policy } from '../policy.ts';
import { countNodesAndLevels } from '../policy-size.ts';
import { readPolicy } from '../reading/read-policy.ts';
import { addNode, duplicateNode, moveNode, removeNode, setAttribute, setMethod, setType } from './nodes.ts';
import { duplicateRule, moveRule, removeRule } from './rules.ts';

const policies = anyPolicy(sampleCatalogue);
/** A policy with one of its nodes. */
const placed = policies.chain(policy =>
  fc.constantFrom(...pathsOf(policy)).map(path => ({ policy, path, node: nodeAt(policy, path) })),
);
const ruled = policies
  .filter(({ rules }) => rules.length > 0)
  .chain(policy => fc.constantFrom(...policy.rules).map(({ id }) => ({ policy, id })));
const types = fc.constantFrom(null, 'allOf', 'anyOf', ...Object.keys(sampleCatalogue.sources));
/** What the attributes of the sample lead to, in whatever words their relations say it. */
const RELATED: Readonly<Record<string, string>> = {
  promoter: 'user',
  owner: 'user',
  user: 'user',
  contact: 'contact',
  report: 'report',
};

const forAll = <Value>(values: fc.Arbitrary<Value>, check: (value: Value) => void) =>
  fc.assert(
    fc.property(values, value => void check(value)),
    { numRuns: 100 },
  );

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/** All nodes of a policy as the objects that they are. */
function nodesOf(policy: Policy): Set<ConditionNode> {
  return new Set(pathsOf(policy).flatMap(path => nodeAt(policy, path) ?? []));
}

function sibling({ tree, steps }: NodePath, by: number): NodePath {
  return {
    tree,
    steps: [...steps.slice(0, -1), ...steps.slice(-1).map(step => ({ ...step, index: step.index + by }))],
  };
}

it('an edit changes nothing of what it was given, and a refusal says no more than its name', () => {
  forAll(fc.tuple(policies, anyEdit()), ([policy, { apply }]) => {
    const before = JSON.stringify(policy);
    // Frozen, it would throw.
    const answer = apply(frozen(policy));
    expect(JSON.stringify(policy)).toBe(before);
    if (!answer.ok) expect(answer).toEqual({ ok: false, problem: expect.any(String) });
  });
});

it('a chain of edits leads to policies that can be read, within the limits, and says ok or a refusal', () => {
  const chains = fc.tuple(policies, fc.array(anyEdit(), { minLength: 1, maxLength: 30 }));
  forAll(chains, ([policy, edits]) => {
    const last = edits.reduce((current, { apply }) => {
      const answer = apply(current);
      return answer.ok ? answer.value : current;
    }, policy);
    const { nodes, levels } = countNodesAndLevels(last);
    expect(nodes <= NODES_MAX && levels <= DEPTH_MAX).toBe(true);
    expect(readPolicy(JSON.parse(JSON.stringify(last)), sampleCatalogue)).toEqual({ ok: true, value: last });
  });
});

it('a change of one node copies the nodes on the way to it alone; other trees and rules stay the same', () => {
  forAll(fc.tuple(placed, types), ([{ policy, path }, type]) => {
    const old = nodesOf(policy);
    const after = edited(setType(policy, path, type, sampleCatalogue));
    const isNew = (each: NodePath) => !old.has(nodeAt(after, each) ?? emptyNode(null));
    const copied = pathsOf(after).filter(isNew);
    const onTheWay = path.steps.map((_, length) => pathKey({ ...path, steps: path.steps.slice(0, length) }));
    expect([...onTheWay, pathKey(path)]).toEqual(expect.arrayContaining(copied.map(pathKey)));
    if (path.tree !== 'target') expect(after.target).toBe(policy.target);
    else expect(after.rules).toBe(policy.rules);
    after.rules.forEach((rule, index) => {
      if (rule.id !== path.tree) expect(rule).toBe(policy.rules[index]);
    });
  });
});

it('allOf to anyOf and back keeps all; every other change of type clears all', () => {
  forAll(fc.tuple(placed, types), ([{ policy, path, node }, type]) => {
    const after = nodeAt(edited(setType(policy, path, type, sampleCatalogue)), path);
    const keeps = node?.type === type || (isGroup(node?.type ?? null) && isGroup(type));
    expect(after).toEqual(keeps ? { ...node, type } : emptyNode(type));
  });
});

it('a chosen attribute brings its type and clears all else, but for a node about what it leads to', () => {
  const chosen = placed.filter(({ node }) => !isGroup(node?.type ?? null) && !!node?.type);
  forAll(fc.tuple(chosen, fc.nat()), ([{ policy, path, node }, nth]) => {
    const type = node?.type ?? '';
    const known = [...(sampleCatalogue.attributes[type] ?? []), { name: null, type: null }];
    const { name: attribute, type: comparisonType } = known[nth % known.length] ?? expect.fail();
    if (attribute === node?.attribute) return;
    const relatedModel = comparisonType === 'hasOne' ? [emptyNode(RELATED[attribute ?? ''] ?? '')] : [];
    const after = nodeAt(edited(setAttribute(policy, path, attribute, sampleCatalogue)), path);
    expect(after).toEqual({ ...emptyNode(type), attribute, comparisonType, relatedModel });
  });
});

it('another method clears the value and nothing else', () => {
  forAll(fc.tuple(placed, fc.nat()), ([{ policy, path, node }, nth]) => {
    const methods = [...(sampleCatalogue.comparisons[node?.comparisonType ?? ''] ?? []), { method: null }];
    const { method: comparisonMethod } = methods[nth % methods.length] ?? expect.fail();
    if (comparisonMethod === node?.comparisonMethod) return;
    const after = nodeAt(edited(setMethod(policy, path, comparisonMethod, sampleCatalogue)), path);
    expect(after).toEqual({ ...node, comparisonMethod, compareValue: null });
  });
});

it('up and then down is where a node was, and down and then up', () => {
  forAll(placed, ({ policy, path }) => {
    const up = moveNode(policy, path, 'up');
    if (up.ok) expect(moveNode(up.value, sibling(path, -1), 'down')).toEqual({ ok: true, value: policy });
    const down = moveNode(policy, path, 'down');
    if (down.ok) expect(moveNode(down.value, sibling(path, 1), 'up')).toEqual({ ok: true, value: policy });
  });
});

it('a duplicate that is removed again leaves no trace; it is the same as the node', () => {
  forAll(placed, ({ policy, path, node }) => {
    const two = duplicateNode(policy, path);
    if (!two.ok) return expect(two.problem).toBe('rootStays');
    expect(nodeAt(two.value, sibling(path, 1))).toBe(node);
    expect(removeNode(two.value, sibling(path, 1))).toEqual({ ok: true, value: policy });
  });
});

it('an added node that is removed again leaves no trace', () => {
  const lists = fc.constantFrom('children' as const, 'relatedModel' as const);
  forAll(fc.tuple(placed, lists), ([{ policy, path, node }, list]) => {
    const more = addNode(policy, path, list, sampleCatalogue);
    if (!more.ok) return expect(more.problem).toBe('notAList');
    const added = { ...path, steps: [...path.steps, { list, index: node?.[list].length ?? 0 }] };
    expect(removeNode(more.value, added)).toEqual({ ok: true, value: policy });
  });
});

it('rules move, are duplicated and removed like nodes', () => {
  forAll(ruled, ({ policy, id }) => {
    const up = moveRule(policy, id, 'up');
    if (up.ok) expect(moveRule(up.value, id, 'down')).toEqual({ ok: true, value: policy });
    const two = duplicateRule(policy, id);
    const highest = Math.max(...policy.rules.map(rule => rule.id));
    expect(two.ok && removeRule(two.value, highest + 1)).toEqual({ ok: true, value: policy });
  });
});
