import { percentOf, toKopecks, toRoubles } from '#kit/money.ts';

/** The promoter's share of an order amount, in percent. */
export const PROMOTER_PERCENT = 30;

/** «Сумма промоутеру» and «Премия»: the promoter's share of an amount, roubles in and out, counted in kopecks. */
export function promoterShare(roubles: number | string | null): number {
  return toRoubles(percentOf(toKopecks(roubles), PROMOTER_PERCENT));
}

/** What a request brings its promoter, in roubles: the firm's own figure, else the share of its amount; null: not known yet. */
export function shareOf({
  tofirm,
  percent,
}: {
  tofirm: number | null;
  percent: number | null;
}): number | null {
  if (percent !== null) return percent;
  return tofirm === null ? null : promoterShare(tofirm);
}
