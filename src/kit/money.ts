/** A no-break space. */
export const NBSP = '\u00a0';

/** Roubles (number, or the text of one, as MySQL sends sums) to whole kopecks; what is no sum, empty too, counts as 0. */
export function toKopecks(roubles: number | string | null | undefined): number {
  if (roubles === null || roubles === undefined || roubles === '') return 0;
  const text = String(roubles).replace(/\s/g, '');
  const [, sign, whole, fraction] = /^(-?)(\d+)(?:[.,](\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return 0;
  const kopecks = Number(whole) * 100 + Math.round(Number(`0.${fraction ?? '0'}`) * 100);
  return sign === '-' ? -kopecks : kopecks;
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
 * Groups thousands by no-break spaces, comma before the decimals: 12345.6, 2 → «12 345,60». Half a unit is rounded away
 * from 0. Empty, '0' and what is rounded to 0 give '0'.
 */
export function formatAmount(roubles: number | string | null | undefined, decimals: number): string {
  const kopecks = toKopecks(roubles);
  const unit = 10 ** Math.max(0, 2 - decimals);
  const rounded = Math.round(Math.abs(kopecks) / unit) * unit;
  if (rounded === 0) return '0';
  const [whole = '0', fraction] = (rounded / 100).toFixed(decimals).split('.');
  return `${kopecks < 0 ? '-' : ''}${groupThousands(whole)}${fraction ? `,${fraction}` : ''}`;
}

/** Thousands apart: 12345 → «12 345». */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, NBSP);
}

/** «1 500 руб.» — no decimals for a whole amount, else two. Input in roubles. */
export function formatMoney(roubles: number | string | null | undefined): string {
  const decimals = toKopecks(roubles) % 100 === 0 ? 0 : 2;
  return `${formatAmount(roubles, decimals)}${NBSP}руб.`;
}
