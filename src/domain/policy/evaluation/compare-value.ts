import type { CompareValue, Scalar } from '../policy.ts';

/** Whether a needed compare value is missing; `between` needs both ends. */
export function isValueMissing(method: string, value: CompareValue): boolean {
  const values = valuesOf(value).filter(each => each !== '');
  return values.length < (method === 'between' ? 2 : 1);
}

/** The compare value as a list. */
export function valuesOf(value: CompareValue): readonly Scalar[] {
  if (value === null) return [];
  return typeof value === 'object' ? value : [value];
}
