import type { DraftLine } from './draft-line.ts';
import { COUNT, type Limit, PERCENT, PRICE, parseWithin, VAT } from './limits.ts';

/** Sums of a line in kopecks: count × price, the discount on it, the tax on the rest, and the result. */
type LineSums = Readonly<Record<'amount' | 'discount' | 'tax' | 'sum', bigint>>;

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
const FULL_RATE = 10_000n;

/** A count of one: counts are kept with three decimals. */
const COUNT_SCALE = 1000n;

/** Lines are replaced, never changed: a keystroke computes the sums of one line, not of two thousand. */
const sumsByLine = new WeakMap<DraftLine, LineSums | null>();

/**
 * Sums of a line, each step rounded to the kopeck, half up; null where a number cannot be read or exceeds its
 * limit.
 */
export function sumsOf(line: DraftLine): LineSums | null {
  const cached = sumsByLine.get(line);
  if (cached !== undefined) return cached;
  const sums = computeSums(line);
  sumsByLine.set(line, sums);
  return sums;
}

function computeSums(line: DraftLine): LineSums | null {
  const count = parseWithin(COUNT, line.count);
  const price = parseWithin(PRICE, line.price);
  const discountRate = rateIn(PERCENT, line.discount);
  const taxRate = rateIn(PERCENT, line.tax);
  if (count === undefined || price === undefined) return null;
  if (discountRate === undefined || taxRate === undefined) return null;
  const amount = roundedShare(BigInt(price), BigInt(count), COUNT_SCALE);
  const discount = roundedShare(amount, BigInt(discountRate), FULL_RATE);
  const tax = roundedShare(amount - discount, BigInt(taxRate), FULL_RATE);
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
  const vatRate = BigInt(rate);
  if (vatIncluded) return { ...counted, vat: roundedShare(sum, vatRate, FULL_RATE + vatRate), total: sum };
  const onTop = roundedShare(sum, vatRate, FULL_RATE);
  return { ...counted, vat: onTop, total: sum + onTop };
}

/** An empty rate is 0. */
function rateIn(limit: Limit, text: string): number | undefined {
  return text.trim() === '' ? 0 : parseWithin(limit, text);
}

/** `whole` × `share` / `of`, rounded to a whole number, half up. */
function roundedShare(whole: bigint, share: bigint, of: bigint): bigint {
  return (2n * whole * share + of) / (2n * of);
}
