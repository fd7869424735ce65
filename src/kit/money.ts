/** A no-break space. */
export const NBSP = '\u00a0';

type Amount = number | string | null | undefined;

/** Roubles (number, or the text of one, as MySQL sends sums) to whole kopecks; what is no sum, empty too, counts as 0. */
export function toKopecks(roubles: Amount): number {
  return Number(roundToUnits(roubles, 2));
}

/** The amount in units of its last decimal, half a unit rounded away from 0. From the digits: as a number 1.005 is less than its text. */
function roundToUnits(roubles: Amount, decimals: number): bigint {
  const text = String(roubles ?? '').replace(/\s/g, '');
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:[.,](\d+))?$/.exec(text) ?? [];
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const units = fraction.charAt(decimals) >= '5' ? kept + 1n : kept;
  return sign === '-' ? -units : units;
}

/** Whole kopecks to roubles with at most two decimals. */
export function toRoubles(kopecks: number): number {
  return kopecks / 100;
}

/** A part of an amount in kopecks, half a kopeck rounded up: the one place where a percentage is taken. */
export function percentOf(kopecks: number, percent: number): number {
  return Math.floor((kopecks * percent + 50) / 100);
}

/**
 * Groups thousands by no-break spaces, comma before as many decimals as are asked for: 12345.6, 2 → «12 345,60». Half a
 * unit is rounded away from 0. Empty, '0' and what is rounded to 0 give '0'.
 */
export function formatAmount(roubles: Amount, decimals: number): string {
  const units = roundToUnits(roubles, decimals);
  if (units === 0n) return '0';
  const digits = String(units)
    .replace('-', '')
    .padStart(decimals + 1, '0');
  const whole = groupThousands(digits.slice(0, digits.length - decimals));
  const fraction = digits.slice(digits.length - decimals);
  return `${units < 0n ? '-' : ''}${whole}${fraction && `,${fraction}`}`;
}

/** Thousands apart: 12345 → «12 345». */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, NBSP);
}

/** «1 500 руб.» — no decimals for a whole amount, else two. Input in roubles. */
export function formatMoney(roubles: Amount): string {
  const decimals = toKopecks(roubles) % 100 === 0 ? 0 : 2;
  return `${formatAmount(roubles, decimals)}${NBSP}руб.`;
}
