import { attributeOf, type Catalogue } from '../catalogue.ts';
import type { ConditionNode } from '../policy.ts';

/** The type by which a node compares: its own, or its attribute's where another editor left that out. */
export function attributeTypeOf(
  node: Pick<ConditionNode, 'type' | 'attribute' | 'comparisonType'>,
  catalogue: Catalogue,
): string | null {
  return node.comparisonType ?? attributeOf(catalogue, node.type, node.attribute)?.type ?? null;
}
