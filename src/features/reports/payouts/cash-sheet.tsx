import { formatDate, toWallClock } from '#kit/date.ts';
import { formatAmount } from '#kit/money.ts';
import { useDevice } from '#state/device-context.ts';
import { useSession } from '#state/session.ts';
import styles from '../report/statement.module.css';
import { texts as reportTexts } from '../texts.ts';
import { type Sum, sumOfSums } from './payout-sums.ts';
import { texts } from './texts.ts';

type CashSheetProps = { rows: readonly (Sum & { id: number; name: string })[] };

/** Who gets how much, to be signed by each; on the screen there is nothing of it. */
export function CashSheet({ rows }: CashSheetProps) {
  const { now, config } = useDevice();
  const { user: moderator } = useSession();
  const total = sumOfSums(rows);
  return (
    <section className={styles.sheet} aria-label={texts.cashTitle}>
      <table className={styles.rows}>
        <caption>
          <span>{texts.cashTitle}</span>
          <span className={styles.subtitle}>
            {texts.cashHead(
              formatDate(toWallClock(now(), config.zone).slice(0, 10), true),
              moderator?.name ?? '',
            )}
          </span>
        </caption>
        <thead>
          <tr>
            {[reportTexts.statementRow, texts.promoter, texts.count, texts.cashSum, texts.cashSign].map(
              title => (
                <th key={title} scope="col">
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, count, share }, at) => (
            <tr key={id}>
              <td>{at + 1}</td>
              <td>{name}</td>
              <td className={styles.amount}>{count}</td>
              <td className={styles.amount}>{formatAmount(share, 2)}</td>
              <td className={styles.sign} />
            </tr>
          ))}
          <tr className={styles.total}>
            <th scope="row" colSpan={3}>
              {texts.cashTotal(rows.length)}
            </th>
            <td className={styles.amount}>{formatAmount(total.share, 2)}</td>
            <td />
          </tr>
        </tbody>
      </table>
      <p className={styles.given}>{reportTexts.statementGiven(moderator?.name ?? '')}</p>
    </section>
  );
}
