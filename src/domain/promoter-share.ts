import type { Request } from '#contract/requests.ts';
import { percentOf, toKopecks, toRoubles } from '#kit/money.ts';

/** The promoter's share of an order amount, in percent. */
export const PROMOTER_PERCENT = 30;

/** «Сумма промоутеру» and «Премия»: the promoter's share of an amount, roubles in and out, counted in kopecks. */
export function promoterShare(roubles: number | string | null): number {
  return toRoubles(percentOf(toKopecks(roubles), PROMOTER_PERCENT));
}

/**
 * What a request brings its promoter, in roubles: the firm's own figure, else the share of its amount; null while
 * neither is known, and of a request that was cancelled.
 */
export function requestShare({
  tofirm,
  percent,
  state,
}: Pick<Request, 'tofirm' | 'percent' | 'state'>): number | null {
  if (percent !== null) return percent;
  return tofirm === null || state === 'cancelled' ? null : promoterShare(tofirm);
}

/** Whether `requestShare` is our own 30 %, because the firm gives no figure. */
export function isShareCounted(request: Pick<Request, 'tofirm' | 'percent' | 'state'>): boolean {
  return request.percent === null && (requestShare(request) ?? 0) > 0;
}

/** What requests bring their promoter together, in kopecks; what is not known yet counts for nothing. */
export function sumOfShares(requests: readonly Pick<Request, 'tofirm' | 'percent' | 'state'>[]): number {
  return requests.reduce((sum, request) => sum + toKopecks(requestShare(request)), 0);
}
