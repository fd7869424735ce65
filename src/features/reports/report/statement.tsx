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

type Facts = readonly { term: string; value: ReactNode }[];

type SheetProps = {
  title: string;
  facts?: Facts;
  /** Behind the number of the row. */
  columns: readonly string[];
  rows: readonly { id: number; cells: readonly ReactNode[] }[];
  /** The first of them is as wide as three columns. */
  total: readonly [title: string, ...cells: ReactNode[]];
  /** Who signs besides the one who gives the money. */
  signatures?: readonly string[];
};

/** A sheet of paper to be signed; on the screen there is nothing of it. */
export function Sheet({ title, facts = [], columns, rows, total, signatures = [] }: SheetProps) {
  const { now, config } = useDevice();
  const { user: moderator } = useSession();
  const printed = { term: texts.statementPrinted, value: formatDate(toWallClock(now(), config.zone), true) };
  const [totalTitle, ...totals] = total;
  return (
    <section className={styles.sheet} aria-label={title}>
      <h2>{title}</h2>
      <DefinitionList rows={[...facts, printed]} />
      <table className={styles.rows}>
        <thead>
          <tr>
            {[texts.statementRow, ...columns].map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }, at) => (
            <tr key={id}>
              <td>{at + 1}</td>
              {columns.map((column, of) => (
                <td key={column}>{cells[of]}</td>
              ))}
            </tr>
          ))}
          <tr className={styles.total}>
            <th scope="row" colSpan={3}>
              {totalTitle}
            </th>
            {columns.slice(2).map((column, of) => (
              <td key={column}>{totals[of]}</td>
            ))}
          </tr>
        </tbody>
      </table>
      <div className={styles.signatures}>
        {[texts.statementGiven(moderator?.name ?? ''), ...signatures].map(who => (
          <p key={who} className={styles.signature}>
            {who}
          </p>
        ))}
      </div>
    </section>
  );
}

type StatementProps = {
  title: string;
  promoter: string;
  /** What else stands above the rows. */
  facts: Facts;
  requests: readonly (PayableRequest & { fullcode: string })[];
};

/** A report or a payment on paper. */
export function Statement({ title, promoter, facts, requests }: StatementProps) {
  const totals = totalsOf(requests);
  return (
    <Sheet
      title={title}
      facts={[{ term: texts.promoter, value: promoter }, ...facts]}
      columns={[texts.request, texts.type, texts.amount, texts.share, texts.paid]}
      rows={requests.map(request => ({
        id: request.id,
        cells: [
          request.fullcode,
          texts.types[shownType(request)],
          moneyOf(request.tofirm),
          moneyOf(requestShare(request)),
          texts.flags[request.paid],
        ],
      }))}
      total={[
        `${texts.statementTotal}: ${totals.count}`,
        formatMoney(totals.amount),
        formatMoney(totals.toPromoter),
        `${texts.paid}: ${formatMoney(totals.paid)}\n${texts.totalLeft}: ${formatMoney(totals.left)}`,
      ]}
      signatures={[texts.statementTaken(promoter), texts.date]}
    />
  );
}
