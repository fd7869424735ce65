import { failure, type Result, success } from '#kit/result.ts';
import { attributeOf, type Catalogue, isSource, methodOf, relatedType, takesValue } from '../catalogue.ts';
import type { EditRefusal, EditResult } from '../edit-result.ts';
import { valuesOf } from '../evaluation/claim.ts';
import { type NodePath, rootOf, type Step } from '../node-path.ts';
import {
  type CompareValue,
  type ConditionNode,
  emptyNode,
  isGroup,
  isStorable,
  type Policy,
  type Scalar,
} from '../policy.ts';
import { type Direction, type ListResult, moveItem } from './move-item.ts';
import { withinLimits } from './within-limits.ts';

/** Another type clears all that was chosen in the node; from allOf to anyOf and back everything stays. */
export function setType(
  policy: Policy,
  path: NodePath,
  type: string | null,
  catalogue: Catalogue,
): EditResult {
  return changeNode(policy, path, node => {
    if (node.type === type) return success(node);
    if (type !== null && !isGroup(type) && !isSource(catalogue, type)) return failure('unknownType');
    return success(isGroup(node.type) && isGroup(type) ? { ...node, type } : emptyNode(type));
  });
}

/**
 * Another attribute brings its comparison type and clears method and value; a hasOne attribute brings one nested node
 * about the related thing.
 */
export function setAttribute(
  policy: Policy,
  path: NodePath,
  attribute: string | null,
  catalogue: Catalogue,
): EditResult {
  return changeNode(policy, path, node => {
    if (attribute === null) return success(node.attribute === null ? node : emptyNode(node.type));
    const chosen = attributeOf(catalogue, node.type, attribute);
    if (!chosen) return failure('unknownAttribute');
    if (node.attribute === attribute && node.comparisonType === chosen.type) return success(node);
    const comparisonType = chosen.type;
    const related = emptyNode(relatedType(catalogue, { type: node.type, attribute }));
    const relatedModel = comparisonType === 'hasOne' ? [related] : [];
    return success({ ...emptyNode(node.type), attribute, comparisonType, relatedModel });
  });
}

/** Another method clears the value. */
export function setMethod(
  policy: Policy,
  path: NodePath,
  method: string | null,
  catalogue: Catalogue,
): EditResult {
  return changeNode(policy, path, node => {
    if (node.comparisonMethod === method) return success(node);
    if (method !== null && !methodOf(catalogue, node.comparisonType, method)) return failure('unknownMethod');
    return success({ ...node, comparisonMethod: method, compareValue: null });
  });
}

/**
 * Several values only where the method takes several; of a list only what the list has. null clears the value, and so
 * does an empty text or list: in a field they look the same.
 */
export function setValue(
  policy: Policy,
  path: NodePath,
  value: CompareValue,
  catalogue: Catalogue,
): EditResult {
  return changeNode(policy, path, node => {
    const compareValue = isEmpty(value) ? null : value;
    const refusal = compareValue === null ? null : valueRefusal(node, compareValue, catalogue);
    if (refusal) return failure(refusal);
    const isSame = JSON.stringify(node.compareValue) === JSON.stringify(compareValue);
    return success(isSame ? node : { ...node, compareValue });
  });
}

/** Appends a node. In a related list it is about the related thing; in a group nothing is chosen in it. */
export function addNode(
  policy: Policy,
  parentPath: NodePath,
  list: Step['list'],
  catalogue: Catalogue,
): EditResult {
  return changeNode(policy, parentPath, parent => {
    if (!hasList(parent, list)) return failure('notAList');
    const type = list === 'relatedModel' ? relatedType(catalogue, parent) : null;
    return success({ ...parent, [list]: [...parent[list], emptyNode(type)] });
  });
}

/** Removes a node with everything in it. A root stays. */
export function removeNode(policy: Policy, path: NodePath): EditResult {
  return changeSiblings(policy, path, (siblings, index) => success(siblings.filter((_, at) => at !== index)));
}

/** Puts a copy of a node, with everything in it, right after it. */
export function duplicateNode(policy: Policy, path: NodePath): EditResult {
  return changeSiblings(policy, path, (siblings, index, node) =>
    success([...siblings.slice(0, index + 1), node, ...siblings.slice(index + 1)]),
  );
}

export function moveNode(policy: Policy, path: NodePath, direction: Direction): EditResult {
  return changeSiblings(policy, path, (siblings, index) => moveItem(siblings, index, direction));
}

function hasList(node: ConditionNode, list: Step['list']): boolean {
  return list === 'children' ? isGroup(node.type) : node.comparisonType === 'hasOne';
}

function valueRefusal(
  node: ConditionNode,
  value: Exclude<CompareValue, null>,
  catalogue: Catalogue,
): EditRefusal | null {
  const method = methodOf(catalogue, node.comparisonType, node.comparisonMethod);
  if (!takesValue(node.comparisonType, node.comparisonMethod)) return 'takesNoValue';
  if (typeof value === 'object' && !method?.multiple) return 'takesOneValue';
  if (valuesOf(value).some(each => typeof each === 'string' && !isStorable(each))) return 'badText';
  const known = knownValues(node, catalogue);
  const isFine = (each: Scalar) => !known || known.has(String(each));
  return valuesOf(value).every(each => isFine(each) && !isNotFinite(each)) ? null : 'unknownValue';
}

/** What can be chosen of a list: what the catalogue has, and what the node holds already. null: anything. */
function knownValues(node: ConditionNode, catalogue: Catalogue): ReadonlySet<string> | null {
  const values = attributeOf(catalogue, node.type, node.attribute)?.values ?? [];
  if (node.comparisonType !== 'list' || values.length === 0) return null;
  return new Set([...values.map(({ id }) => id), ...valuesOf(node.compareValue).map(String)]);
}

function isEmpty(value: CompareValue): boolean {
  return value === '' || (typeof value === 'object' && value?.length === 0);
}

/** JSON has neither NaN nor Infinity. */
function isNotFinite(value: Scalar): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

/**
 * Changes one node; the same node means that there is nothing to change. Only the nodes on the path to it are copied,
 * all others stay the same objects.
 */
function changeNode(
  policy: Policy,
  path: NodePath,
  change: (node: ConditionNode) => Result<ConditionNode, EditRefusal>,
): EditResult {
  let node = rootOf(policy, path.tree);
  if (!node) return failure('noSuchRule');
  const ancestors: { node: ConditionNode; step: Step }[] = [];
  for (const step of path.steps) {
    ancestors.push({ node, step });
    node = node[step.list][step.index];
    if (!node) return failure('noSuchNode');
  }
  const changed = change(node);
  if (!changed.ok) return changed;
  if (changed.value === node) return success(policy);
  const root = ancestors.reduceRight((child, { node, step }) => {
    const list = node[step.list].map((each, index) => (index === step.index ? child : each));
    return { ...node, [step.list]: list };
  }, changed.value);
  if (path.tree === 'target') return withinLimits(policy, { ...policy, target: root });
  const rules = policy.rules.map(rule => (rule.id === path.tree ? { ...rule, condition: root } : rule));
  return withinLimits(policy, { ...policy, rules });
}

/** Changes the list that contains a node; a root is in none. */
function changeSiblings(
  policy: Policy,
  path: NodePath,
  change: (
    siblings: readonly ConditionNode[],
    index: number,
    node: ConditionNode,
  ) => ListResult<ConditionNode>,
): EditResult {
  if (!rootOf(policy, path.tree)) return failure('noSuchRule');
  const last = path.steps.at(-1);
  if (!last) return failure('rootStays');
  const { list, index } = last;
  return changeNode(policy, { tree: path.tree, steps: path.steps.slice(0, -1) }, parent => {
    const node = parent[list][index];
    if (!node) return failure('noSuchNode');
    const siblings = change(parent[list], index, node);
    return siblings.ok ? success({ ...parent, [list]: siblings.value }) : siblings;
  });
}
