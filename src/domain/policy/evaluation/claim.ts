import { attributeTypeOf, type Catalogue, takesValue } from '../catalogue.ts';
import type { CompareValue, ConditionNode, Scalar } from '../policy.ts';
import type { Missing } from './trace.ts';

/** One comparison of one attribute; without values where the method takes none. */
export type Claim = {
  readonly source: string;
  readonly attribute: string;
  readonly comparisonType: string;
  readonly method: string;
  readonly values: readonly Scalar[];
};

/** What a node that is no group compares, or the first thing that is not chosen yet. */
export function claimOf(node: ConditionNode, catalogue: Catalogue): Claim | { readonly missing: Missing } {
  const { type: source, attribute, comparisonMethod: method, compareValue } = node;
  if (source === null) return { missing: 'typeMissing' };
  if (attribute === null) return { missing: 'attributeMissing' };
  const comparisonType = attributeTypeOf(node, catalogue);
  if (method === null || comparisonType === null) return { missing: 'methodMissing' };
  const isAsked = takesValue(comparisonType, method);
  if (isAsked && isValueMissing(method, compareValue)) return { missing: 'valueMissing' };
  return { source, attribute, comparisonType, method, values: isAsked ? valuesOf(compareValue) : [] };
}

/** Whether a needed compare value is missing; `between` needs both ends. */
export function isValueMissing(method: string, value: CompareValue): boolean {
  const values = valuesOf(value).filter(each => each !== '');
  return values.length < (method === 'between' ? 2 : 1);
}

/** The compare value as a list. */
export function valuesOf(value: CompareValue): readonly Scalar[] {
  return value === null ? [] : [value].flat();
}

/** A number as it is written for machines; null for anything else: «1 500,50» could be read two ways. */
export function readNumber(value: Scalar): number | null {
  if (typeof value === 'boolean') return null;
  const number =
    typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}
