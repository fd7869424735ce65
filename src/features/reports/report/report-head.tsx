import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Report } from '#contract/reports.ts';
import { paths } from '#domain/paths.ts';
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
      <h2>
        {user.id === undefined ? (
          user.name
        ) : (
          <Link to={`${paths.moderationReports}?promoter=${user.id}`}>{user.name}</Link>
        )}
      </h2>
      <span>{formatDate(created_at, true)}</span>
      {closed_at === null ? (
        <Chip tone="info">{texts.open}</Chip>
      ) : (
        <Chip>{texts.closedAt(formatDate(closed_at, true))}</Chip>
      )}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

/** What the report comes to; on a phone it stays in sight above the rows. */
export function ReportTotals({ totals, canBeClosed }: { totals: Totals; canBeClosed: boolean }) {
  const facts = [
    [texts.totalCount, String(totals.count)],
    [texts.totalAmount, formatMoney(totals.amount)],
    [texts.totalShare, formatMoney(totals.toPromoter)],
    [texts.totalPaid, formatMoney(totals.paid)],
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
      </dl>
      {canBeClosed && (
        <Chip tone="ok" icon={<Check size={16} />}>
          {texts.canBeClosed}
        </Chip>
      )}
    </section>
  );
}
