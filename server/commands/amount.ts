import { toKopecks } from '#kit/money.ts';

/** Ten digits of roubles: what is longer is a mistake, and thirty times that still is an exact number. */
const AMOUNT = /^\d{1,10}(?:[.,]\d{1,2})?$/;

/** Roubles as a person writes them, «1500» or «1500,50», in kopecks. Undefined for a sign, a third decimal, or no sum. */
export function readAmount(text: string): number | undefined {
  const trimmed = text.trim();
  return AMOUNT.test(trimmed) ? toKopecks(trimmed) : undefined;
}
