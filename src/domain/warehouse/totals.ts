import type { DraftLine } from './draft-line.ts';
import { COUNT, type Limit, PERCENT, PRICE, VAT, within } from './limits.ts';

/** Sums of a line in kopecks: count × price, the discount on it, the tax on the rest, and the result. */
export type LineSums = Readonly<Record<'amount' | 'discount' | 'tax' | 'sum', bigint>>;

/** Sums of a document in kopecks. */
export type Totals = {
  readonly amount: bigint;
  readonly discount: bigint;
  readonly tax: bigint;
  /** Null where the rate cannot be read. */
  readonly vat: bigint | null;
  /** Null where VAT must be added but cannot be read. */
  readonly total: bigint | null;
  /** How many lines cannot be read; they are left out of the sums. */
  readonly uncounted: number;
};

/** 100 percent: rates are kept with two decimals. */
const WHOLE = 10_000n;

/** A count of one: counts are kept with three decimals. */
const ONE = 1000n;

/** Lines are replaced, never changed: a keystroke computes the sums of one line, not of two thousand. */
const known = new WeakMap<DraftLine, LineSums | null>();

/**
 * Sums of a line, each step rounded to the kopeck, half up; null where a number cannot be read or exceeds its
 * limit.
 */
export function sumsOf(line: DraftLine): LineSums | null {
  const held = known.get(line);
  if (held !== undefined) return held;
  const sums = computeSums(line);
  known.set(line, sums);
  return sums;
}

function computeSums(line: DraftLine): LineSums | null {
  const count = within(COUNT, line.count);
  const price = within(PRICE, line.price);
  const discountRate = rateIn(PERCENT, line.discount);
  const taxRate = rateIn(PERCENT, line.tax);
  if (count === undefined || price === undefined) return null;
  if (discountRate === undefined || taxRate === undefined) return null;
  const amount = part(BigInt(price), BigInt(count), ONE);
  const discount = part(amount, BigInt(discountRate), WHOLE);
  const tax = part(amount - discount, BigInt(taxRate), WHOLE);
  return { amount, discount, tax, sum: amount - discount + tax };
}

/** The rate of VAT in hundredths of a percent; 0 where the field is empty, undefined where it cannot be read. */
export function vatRateOf(vat: string): number | undefined {
  return rateIn(VAT, vat);
}

/** Sums of all lines. An included VAT is a part of the total; otherwise it is added to it. */
export function totalsOf(
  lines: readonly DraftLine[],
  { vat, vatIncluded }: { vat: string; vatIncluded: boolean },
): Totals {
  let [amount, discount, tax, sum, uncounted] = [0n, 0n, 0n, 0n, 0];
  for (const line of lines) {
    const sums = sumsOf(line);
    if (sums === null) {
      uncounted += 1;
      continue;
    }
    amount += sums.amount;
    discount += sums.discount;
    tax += sums.tax;
    sum += sums.sum;
  }
  const rate = vatRateOf(vat);
  const counted = { amount, discount, tax, uncounted };
  if (rate === undefined) return { ...counted, vat: null, total: vatIncluded ? sum : null };
  const inIt = BigInt(rate);
  if (vatIncluded) return { ...counted, vat: part(sum, inIt, WHOLE + inIt), total: sum };
  const onTop = part(sum, inIt, WHOLE);
  return { ...counted, vat: onTop, total: sum + onTop };
}

/** An empty rate is 0. */
function rateIn(limit: Limit, text: string): number | undefined {
  return text.trim() === '' ? 0 : within(limit, text);
}

/** `whole` × `share` / `of`, rounded to a whole number, half up. */
function part(whole: bigint, share: bigint, of: bigint): bigint {
  return (2n * whole * share + of) / (2n * of);
}
