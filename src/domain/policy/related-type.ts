import { attributeOf, type Catalogue } from './catalogue.ts';
import type { ConditionNode } from './policy.ts';

/**
 * The data source of the thing that a hasOne attribute leads to. A relation may be the name of a class (`App\User`), of
 * which the last word counts; null where no data source answers to it, and any may be chosen then.
 */
export function relatedType(
  catalogue: Catalogue,
  { type, attribute }: Pick<ConditionNode, 'type' | 'attribute'>,
): string | null {
  const relation = attributeOf(catalogue, type, attribute)?.relation;
  if (!relation) return null;
  if (isSource(catalogue, relation)) return relation;
  const lastWord =
    relation
      .split(/[\\/.:]/)
      .at(-1)
      ?.toLowerCase() ?? '';
  return Object.keys(catalogue.sources).find(source => source.toLowerCase() === lastWord) ?? null;
}

/** Whether conditions can be made on this type of data source. */
export function isSource(catalogue: Catalogue, type: string): boolean {
  return Object.hasOwn(catalogue.sources, type) || Object.hasOwn(catalogue.attributes, type);
}
