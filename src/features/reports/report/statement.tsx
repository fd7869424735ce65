import type { ReactNode } from 'react';
import { shownType } from '#contract/requests.ts';
import { requestShare } from '#domain/promoter-share.ts';
import { formatDate, toWallClock } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { useDevice } from '#state/device-context.ts';
import { useSession } from '#state/session.ts';
import { DefinitionList } from '#ui/definition-list.tsx';
import { texts } from '../texts.ts';
import styles from './statement.module.css';
import { moneyOf, type PayableRequest, totalsOf } from './totals.ts';

type StatementProps = {
  title: string;
  promoter: string;
  /** What else stands above the rows. */
  facts: readonly { term: string; value: ReactNode }[];
  requests: readonly (PayableRequest & { fullcode: string })[];
};

/** A report or a payment as a sheet of paper to be signed; on the screen there is nothing of it. */
export function Statement({ title, promoter, facts, requests }: StatementProps) {
  const { now, config } = useDevice();
  const { user: moderator } = useSession();
  const totals = totalsOf(requests);
  const titles = [texts.statementRow, texts.request, texts.type, texts.amount, texts.share, texts.paid];
  const signatures = [
    texts.statementGiven(moderator?.name ?? ''),
    texts.statementTaken(promoter),
    texts.statementDay,
  ];
  return (
    <section className={styles.sheet} aria-label={title}>
      <h2>{title}</h2>
      <DefinitionList
        rows={[
          { term: texts.promoter, value: promoter },
          ...facts,
          { term: texts.statementPrinted, value: formatDate(toWallClock(now(), config.zone), true) },
        ]}
      />
      <table className={styles.rows}>
        <thead>
          <tr>
            {titles.map(title => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {requests.map((request, at) => (
            <tr key={request.id}>
              <td>{at + 1}</td>
              <td>{request.fullcode}</td>
              <td>{texts.types[shownType(request)]}</td>
              <td>{moneyOf(request.tofirm)}</td>
              <td>{moneyOf(requestShare(request))}</td>
              <td>{texts.flags[request.paid]}</td>
            </tr>
          ))}
          <tr className={styles.total}>
            <th scope="row" colSpan={3}>
              {`${texts.statementTotal}: ${totals.count}`}
            </th>
            <td>{formatMoney(totals.amount)}</td>
            <td>{formatMoney(totals.toPromoter)}</td>
            <td>
              <span>{`${texts.totalPaid}: ${formatMoney(totals.paid)}`}</span>
              <br />
              <span>{`${texts.totalLeft}: ${formatMoney(totals.left)}`}</span>
            </td>
          </tr>
        </tbody>
      </table>
      <div className={styles.signatures}>
        {signatures.map(who => (
          <p key={who} className={styles.signature}>
            {who}
          </p>
        ))}
      </div>
    </section>
  );
}
