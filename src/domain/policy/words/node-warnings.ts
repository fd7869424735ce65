import { attributeOf, methodOf, takesValue } from '../catalogue.ts';
import { attributeTypeOf } from '../evaluation/attribute-type.ts';
import { makeTest } from '../evaluation/compare.ts';
import { contradict } from '../evaluation/contradiction.ts';
import { isMissing, valuesOf } from '../evaluation/missing.ts';
import type { Knowledge } from '../evaluation/possible.ts';
import { type NodePath, rootOf, type Step } from '../node-path.ts';
import { type ConditionNode, isGroup, type Policy } from '../policy.ts';
import { isSource, relatedType } from '../related-type.ts';
import type { Warning, WarningName } from './warning.ts';

type Said = { readonly name: WarningName; readonly detail?: string | null };

/** Warnings about the nodes of one tree, from top to bottom. */
export function nodeWarnings(policy: Policy, tree: NodePath['tree'], knowledge: Knowledge): Warning[] {
  const root = rootOf(policy, tree);
  return root ? walk(root, { tree, steps: [] }, null, knowledge) : [];
}

function walk(
  node: ConditionNode,
  path: NodePath,
  parent: ConditionNode | null,
  knowledge: Knowledge,
): Warning[] {
  const ruleId = path.tree === 'target' ? null : path.tree;
  const own = saidOf(node, parent, knowledge).map(({ name, detail = null }) => ({
    name,
    path,
    ruleId,
    detail,
  }));
  const below = (list: Step['list']) =>
    node[list].flatMap((each, index) =>
      walk(each, { ...path, steps: [...path.steps, { list, index }] }, node, knowledge),
    );
  return [...own, ...below(isGroup(node.type) ? 'children' : 'relatedModel')];
}

function saidOf(node: ConditionNode, parent: ConditionNode | null, knowledge: Knowledge): Said[] {
  const { type, attribute } = node;
  if (isGroup(type)) return saidOfGroup(node, parent, knowledge);
  if (type === null) return [{ name: 'typeMissing' }];
  if (!isSource(knowledge.catalogue, type)) return [{ name: 'unknownType', detail: type }];
  if (attribute === null) return [{ name: 'attributeMissing' }];
  const known = attributeOf(knowledge.catalogue, type, attribute);
  if (!known) return [{ name: 'unknownAttribute', detail: attribute }];
  const comparisonType = attributeTypeOf(node, knowledge.catalogue);
  if (comparisonType !== known.type) return [{ name: 'otherComparisonType', detail: comparisonType }];
  return saidOfComparison(node, comparisonType, knowledge);
}

/**
 * An empty allOf at the root is the initial state: that it always holds is a warning about its rule or
 * policy.
 */
function saidOfGroup(node: ConditionNode, parent: ConditionNode | null, { catalogue }: Knowledge): Said[] {
  if (node.children.length === 0) return parent || node.type === 'anyOf' ? [{ name: 'emptyGroup' }] : [];
  const isPartOfAll = parent?.type === 'allOf' || parent?.comparisonType === 'hasOne';
  const isTop = node.type === 'allOf' && !isPartOfAll;
  return isTop && contradict(node.children, catalogue) ? [{ name: 'contradiction' }] : [];
}

function saidOfComparison(node: ConditionNode, comparisonType: string, knowledge: Knowledge): Said[] {
  const { catalogue, hasTooManyPatterns } = knowledge;
  const { comparisonMethod: method, compareValue } = node;
  if (method === null) return [{ name: 'methodMissing' }];
  if (!methodOf(catalogue, comparisonType, method)) return [{ name: 'unknownMethod', detail: method }];
  if (comparisonType === 'hasOne') return saidOfRelated(node, method, knowledge);
  if (takesValue(comparisonType, method) && isMissing(method, compareValue))
    return [{ name: 'valueMissing' }];
  if (method === 'regexp' && hasTooManyPatterns) return [{ name: 'tooManyPatterns' }];
  const test = makeTest(comparisonType, method, compareValue);
  if ('defect' in test)
    return [{ name: test.defect, detail: test.defect === 'unknownMethod' ? method : null }];
  return [...saidOfValues(node, knowledge), ...saidOfRange(node, method, knowledge)];
}

function saidOfRelated(node: ConditionNode, method: string, { catalogue }: Knowledge): Said[] {
  if (method !== 'exists' && method !== 'notExists') return [{ name: 'unknownMethod', detail: method }];
  const said: Said[] = [];
  if (node.relatedModel.length > 0 && relatedType(catalogue, node) === null)
    said.push({ name: 'relationUnknown' });
  if (contradict(node.relatedModel, catalogue)) said.push({ name: 'contradiction' });
  return said;
}

function saidOfValues(node: ConditionNode, { catalogue }: Knowledge): Said[] {
  const values = attributeOf(catalogue, node.type, node.attribute)?.values ?? [];
  if (values.length === 0) return [];
  const known = new Set(values.map(({ id }) => id));
  const strange = valuesOf(node.compareValue).find(value => !known.has(String(value)));
  return strange === undefined ? [] : [{ name: 'unknownValue', detail: String(strange) }];
}

function saidOfRange(node: ConditionNode, method: string, { catalogue }: Knowledge): Said[] {
  return method === 'between' && contradict([node], catalogue) ? [{ name: 'fromAfterTo' }] : [];
}
