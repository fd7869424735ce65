import { type ConditionNode, emptyNode, type Group } from '#domain/policy/policy.ts';
import { sampleCatalogue } from './policies.ts';

/** A comparison as the editor makes it: its type is the attribute's. */
export function leaf(
  type: string,
  attribute: string,
  comparisonMethod: string | null,
  compareValue: ConditionNode['compareValue'] = null,
): ConditionNode {
  const known = sampleCatalogue.attributes[type]?.find(({ name }) => name === attribute);
  return {
    ...emptyNode(type),
    attribute,
    comparisonType: known?.type ?? null,
    comparisonMethod,
    compareValue,
  };
}

/** A group of these nodes. */
export function group(type: Group, ...children: ConditionNode[]): ConditionNode {
  return { ...emptyNode(type), children };
}
