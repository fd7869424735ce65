import type { Scalar } from '../policy.ts';

/** A number as it is written for machines; null for anything else: «1 500,50» could be read two ways. */
export function readNumber(value: Scalar): number | null {
  if (typeof value === 'boolean') return null;
  const number =
    typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}
