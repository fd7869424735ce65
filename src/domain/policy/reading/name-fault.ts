import { attributeOf, type Catalogue, methodOf } from '../catalogue.ts';
import { type ConditionNode, isGroup } from '../policy.ts';
import { isSource } from '../related-type.ts';
import type { PolicyFaultName } from './policy-fault.ts';

type NameFault = {
  readonly field: 'type' | 'attribute' | 'comparisonType' | 'comparisonMethod';
  readonly name: PolicyFaultName;
};

/** What a node names that the catalogue does not have. What is not chosen yet is no fault. */
export function nameFault(node: ConditionNode, catalogue: Catalogue): NameFault | null {
  const { type, attribute, comparisonType, comparisonMethod } = node;
  if (type !== null && !isGroup(type) && !isSource(catalogue, type)) {
    return { field: 'type', name: 'unknownType' };
  }
  const found = attributeOf(catalogue, type, attribute);
  if (attribute !== null && !found) return { field: 'attribute', name: 'unknownAttribute' };
  if (comparisonType !== null && comparisonType !== found?.type) {
    return { field: 'comparisonType', name: 'wrongComparisonType' };
  }
  if (comparisonMethod !== null && !methodOf(catalogue, comparisonType, comparisonMethod)) {
    return { field: 'comparisonMethod', name: 'unknownMethod' };
  }
  return null;
}
