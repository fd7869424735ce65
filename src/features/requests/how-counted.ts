import type { Request } from '#contract/requests.ts';
import { PROMOTER_PERCENT, promoterShare } from '#domain/promoter-share.ts';
import { formatMoney, toKopecks } from '#kit/money.ts';
import { texts } from './texts.ts';

/** The promoter's share of one request: what is shown, and how it came about. */
export type Share = { money: string; how: string };

type Countable = Pick<Request, 'tofirm' | 'percent' | 'state'>;

/** The firm's figure where it gives one, else 30 % of the amount; null amount: nothing can be counted yet. */
export function countShare({ tofirm, percent, state }: Countable): Share {
  const rate = String(PROMOTER_PERCENT);
  if (state === 'cancelled' && percent === null) return { money: texts.percentNone, how: texts.countedNever };
  if (tofirm === null) {
    return { money: percent === null ? '' : formatMoney(percent), how: texts.countedLater(rate) };
  }
  const own = promoterShare(tofirm);
  const isOwn = percent === null || toKopecks(percent) === toKopecks(own);
  const words = isOwn ? texts.countedFrom : texts.countedByFirm;
  return { money: formatMoney(percent ?? own), how: words(rate, formatMoney(tofirm), formatMoney(own)) };
}
