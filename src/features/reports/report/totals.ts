import type { Request } from '#contract/requests.ts';
import { promoterShare, sumOfShares } from '#domain/promoter-share.ts';
import { formatMoney, toKopecks, toRoubles } from '#kit/money.ts';

/** What a report comes to, in roubles, exact to the kopeck. `left` is what is still to be paid. */
export type Totals = {
  count: number;
  amount: number;
  toPromoter: number;
  paid: number;
  left: number;
  unpaidCount: number;
};

/** What is paid, as it stands in a report and in a payment. */
export type PayableRequest = Pick<Request, 'id' | 'type' | 'tofirm' | 'percent' | 'paid'> &
  Partial<Pick<Request, 'state'>>;

/** The totals of these requests as the server has them: what is only on its way counts as it was. */
export function totalsOf(requests: readonly PayableRequest[]): Totals {
  const paid = requests.filter(isPaid);
  const toPromoter = sumOfShares(requests);
  const paidSum = sumOfShares(paid);
  return {
    count: requests.length,
    amount: sum(requests.map(({ tofirm }) => tofirm)),
    toPromoter: toRoubles(toPromoter),
    paid: toRoubles(paidSum),
    left: toRoubles(toPromoter - paidSum),
    unpaidCount: requests.length - paid.length,
  };
}

/** Whether the promoter has the money: 2 is only being taken back. */
export function isPaid({ paid }: Pick<Request, 'paid'>): boolean {
  return paid === 1 || paid === 2;
}

/** What these requests bring the promoter together, in roubles. */
export function totalShare(requests: readonly Request[]): number {
  return toRoubles(sumOfShares(requests));
}

/** The share as it should be, where the firm's own figure is another one; null where both agree or one is missing. */
export function expectedShare({ tofirm, percent }: Pick<Request, 'tofirm' | 'percent'>): number | null {
  if (tofirm === null || percent === null) return null;
  const expected = promoterShare(tofirm);
  return toKopecks(expected) === toKopecks(percent) ? null : expected;
}

/** A sum that may be unknown, for a cell; '' where it is. */
export function moneyOf(roubles: number | null): string {
  return roubles === null ? '' : formatMoney(roubles);
}

function sum(roubles: readonly (number | null)[]): number {
  return toRoubles(roubles.reduce<number>((kopecks, each) => kopecks + toKopecks(each), 0));
}
