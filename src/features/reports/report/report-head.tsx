import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { PaymentSummary } from '#contract/payments.ts';
import type { Report, ReportSummary } from '#contract/reports.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { formatDate } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { Chip } from '#ui/chip.tsx';
import { Check } from '#ui/icons-of-screens.ts';
import { texts } from '../texts.ts';
import styles from './report.module.css';
import type { Totals } from './totals.ts';

/** Whose report it is, since when, and whether it is open; in the same line what can be done with it. */
export function ReportHead({ report, children }: { report: Report; children: ReactNode }) {
  const { user, created_at, closed_at } = report;
  return (
    <div className={styles.head}>
      <PromoterTitle {...user} />
      <span>{formatDate(created_at, true)}</span>
      <Chip tone={closed_at === null ? 'info' : 'neutral'}>{stateOf(report)}</Chip>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

/** Whose a report or a payment is, with the way to their reports. */
export function PromoterTitle({ id, name }: ReportSummary['user']) {
  return (
    <h2>{id === undefined ? name : <Link to={`${paths.moderationReports}?promoter=${id}`}>{name}</Link>}</h2>
  );
}

/** Whether it is open, or since when it is closed or returned. */
export function stateOf({ closed_at, returned_at }: ReportSummary): string {
  if (closed_at === null) return texts.open;
  return returned_at
    ? texts.returnedAt(formatDate(returned_at, true))
    : texts.closedAt(formatDate(closed_at, true));
}

/** The state of a payment, and how much of it was later unpaid in its reports. */
export function paymentState({ taken_back, still_paid, count, share }: PaymentSummary): string {
  if (taken_back) return texts.returnedAt(formatDate(taken_back.at, true), taken_back.by);
  if (still_paid.count === count) return texts.flags[1];
  if (still_paid.count === 0) return texts.flags[0];
  return texts.partlyPaid(formatMoney(still_paid.share), formatMoney(share));
}

/** The same in a word or two, where the whole has no room. */
export function briefPaymentState(payment: PaymentSummary): string {
  const { taken_back, still_paid, count } = payment;
  if (taken_back) return texts.returned;
  return still_paid.count > 0 && still_paid.count < count ? texts.partly : paymentState(payment);
}

type ReportTotalsProps = { totals: Totals; canBeClosed: boolean; payments: Report['payments'] };

/** What the report comes to, and what has paid it; on a phone it stays in sight above the rows. */
export function ReportTotals({ totals, canBeClosed, payments = [] }: ReportTotalsProps) {
  const facts = [
    [texts.totalCount, String(totals.count)],
    [texts.totalAmount, formatMoney(totals.amount)],
    [texts.share, formatMoney(totals.toPromoter)],
    [texts.paid, formatMoney(totals.paid)],
    [texts.totalLeft, formatMoney(totals.left)],
  ] as const;
  return (
    <section className={styles.totals} aria-label={texts.totals}>
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="numbers">{value}</dd>
          </div>
        ))}
        {payments.length > 0 && (
          <div>
            <dt>{texts.payment}</dt>
            {payments.map(({ id, taken_back }) => (
              <dd key={id}>
                <Link to={pathTo(paths.moderationPayment, { id })}>
                  {texts.paymentNumber(id, taken_back)}
                </Link>
              </dd>
            ))}
          </div>
        )}
      </dl>
      {canBeClosed && (
        <Chip tone="ok" icon={<Check size={16} />}>
          {texts.canBeClosed}
        </Chip>
      )}
    </section>
  );
}
