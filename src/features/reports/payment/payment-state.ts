import type { PaymentSummary } from '#contract/payments.ts';
import { formatDate } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { texts } from '../texts.ts';

/** What has become of a payment: what was unpaid in its reports since is told. */
export function paymentState({ taken_back, still_paid, count, share }: PaymentSummary): string {
  if (taken_back) return texts.returnedAt(formatDate(taken_back.at, true), taken_back.by);
  if (still_paid.count === count) return texts.flags[1];
  if (still_paid.count === 0) return texts.flags[0];
  return texts.partlyPaid(formatMoney(still_paid.share), formatMoney(share));
}
