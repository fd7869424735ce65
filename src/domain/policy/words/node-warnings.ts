import { attributeOf, attributeTypeOf, isSource, methodOf, relatedType } from '../catalogue.ts';
import { claimOf, valuesOf } from '../evaluation/claim.ts';
import { comparisonOf } from '../evaluation/compare.ts';
import { contradict } from '../evaluation/contradiction.ts';
import type { AnalysisContext } from '../evaluation/possible-answers.ts';
import type { NodePath } from '../node-path.ts';
import { type ConditionNode, isGroup } from '../policy.ts';
import type { Warning, WarningName } from './warning.ts';

type NodeWarning = { readonly name: WarningName; readonly detail?: string | null };

/** Warnings about the nodes of one tree, from top to bottom. */
export function nodeWarnings(
  root: ConditionNode,
  tree: NodePath['tree'],
  context: AnalysisContext,
): Warning[] {
  return walk(root, { tree, steps: [] }, null, context);
}

function walk(
  node: ConditionNode,
  path: NodePath,
  parent: ConditionNode | null,
  context: AnalysisContext,
): Warning[] {
  const ruleId = path.tree === 'target' ? null : path.tree;
  const own = ownWarnings(node, parent, context);
  const list = isGroup(node.type) ? 'children' : 'relatedModel';
  const below = node[list].flatMap((each, index) =>
    walk(each, { ...path, steps: [...path.steps, { list, index }] }, node, context),
  );
  return [...own.map(({ name, detail = null }) => ({ name, path, ruleId, detail })), ...below];
}

function ownWarnings(
  node: ConditionNode,
  parent: ConditionNode | null,
  context: AnalysisContext,
): NodeWarning[] {
  const { type, attribute } = node;
  if (isGroup(type)) return groupWarnings(node, parent, context);
  if (type === null) return [{ name: 'typeMissing' }];
  if (!isSource(context.catalogue, type)) return [{ name: 'unknownType', detail: type }];
  if (attribute === null) return [{ name: 'attributeMissing' }];
  const known = attributeOf(context.catalogue, type, attribute);
  if (!known) return [{ name: 'unknownAttribute', detail: attribute }];
  const comparisonType = attributeTypeOf(node, context.catalogue);
  if (comparisonType !== known.type) return [{ name: 'otherComparisonType', detail: comparisonType }];
  return comparisonWarnings(node, comparisonType, context);
}

/**
 * An empty allOf at the root is the initial state: that it always holds is a warning about its rule or
 * policy.
 */
function groupWarnings(
  node: ConditionNode,
  parent: ConditionNode | null,
  { catalogue }: AnalysisContext,
): NodeWarning[] {
  if (node.children.length === 0) return parent || node.type === 'anyOf' ? [{ name: 'emptyGroup' }] : [];
  const isPartOfAll = parent?.type === 'allOf' || parent?.comparisonType === 'hasOne';
  const isTop = node.type === 'allOf' && !isPartOfAll;
  return isTop && contradict(node.children, catalogue) ? [{ name: 'contradiction' }] : [];
}

function comparisonWarnings(
  node: ConditionNode,
  comparisonType: string,
  context: AnalysisContext,
): NodeWarning[] {
  const { catalogue, hasTooManyPatterns } = context;
  const method = node.comparisonMethod;
  if (method === null) return [{ name: 'methodMissing' }];
  if (!methodOf(catalogue, comparisonType, method)) return [{ name: 'unknownMethod', detail: method }];
  if (comparisonType === 'hasOne') return relatedWarnings(node, method, context);
  const claim = claimOf(node, catalogue);
  if ('missing' in claim) return [{ name: claim.missing }];
  const test = comparisonOf(claim, hasTooManyPatterns);
  if ('defect' in test)
    return [{ name: test.defect, detail: test.defect === 'unknownMethod' ? method : null }];
  const isEmptyRange = method === 'between' && contradict([node], catalogue);
  return [...valueWarnings(node, context), ...(isEmptyRange ? [{ name: 'fromAfterTo' } as const] : [])];
}

function relatedWarnings(node: ConditionNode, method: string, { catalogue }: AnalysisContext): NodeWarning[] {
  if (method !== 'exists' && method !== 'notExists') return [{ name: 'unknownMethod', detail: method }];
  const warnings: NodeWarning[] = [];
  if (node.relatedModel.length > 0 && relatedType(catalogue, node) === null)
    warnings.push({ name: 'relationUnknown' });
  if (contradict(node.relatedModel, catalogue)) warnings.push({ name: 'contradiction' });
  return warnings;
}

function valueWarnings(node: ConditionNode, { catalogue }: AnalysisContext): NodeWarning[] {
  const values = attributeOf(catalogue, node.type, node.attribute)?.values ?? [];
  if (values.length === 0) return [];
  const known = new Set(values.map(({ id }) => id));
  const unlisted = valuesOf(node.compareValue).find(value => !known.has(String(value)));
  return unlisted === undefined ? [] : [{ name: 'unknownValue', detail: String(unlisted) }];
}
