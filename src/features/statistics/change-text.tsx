import { formatNumber } from '#kit/format-number.ts';
import { formatMoney, NBSP } from '#kit/money.ts';
import { classNames } from '#ui/class-names.ts';
import type { Change } from './promoter-stats.ts';
import styles from './statistics.module.css';
import { texts } from './texts.ts';

/** `points` are of percent: they have no percent of their own. */
type ChangeKind = 'money' | 'number' | 'points';

type ChangeTextProps = {
  change: Change;
  kind: ChangeKind;
  /** Beside what it was: the percent alone, where there is one. */
  short?: boolean;
};

/** «▲ +1 500 руб. (+12,5 %)», short «▲ +12,5 %»: direction by sign, by colour and, for readers, by word. */
export function ChangeText({ change: { difference, percent }, kind, short = false }: ChangeTextProps) {
  if (isSame(difference, kind) || (short && percent !== null && isSame(percent, 'points')))
    return <span className={styles.same}>{texts.same}</span>;
  const isMore = difference > 0;
  const sign = isMore ? '+' : '−';
  const amount = `${sign}${formatAmount(Math.abs(difference), kind)}`;
  const hasPercent = percent !== null && kind !== 'points';
  const part = hasPercent && `${sign}${formatNumber(Math.abs(percent), 1)}${NBSP}%`;
  return (
    <span className={classNames(styles.change, isMore ? styles.more : styles.less)}>
      <span aria-hidden="true">{isMore ? `▲${NBSP}` : `▼${NBSP}`}</span>
      <span className="visually-hidden">{isMore ? `${texts.more} ` : `${texts.less} `}</span>
      {part && !short && <span className={styles.whole}>{`${amount} (`}</span>}
      <span>{part || amount}</span>
      {part && !short && <span className={styles.whole}>)</span>}
    </span>
  );
}

/** Also what is rounded to nothing where it is shown. */
function isSame(difference: number, kind: ChangeKind): boolean {
  return difference === 0 || (kind === 'points' && Math.abs(difference) < 0.05);
}

function formatAmount(amount: number, kind: ChangeKind): string {
  if (kind === 'money') return formatMoney(amount);
  return kind === 'number' ? formatNumber(amount) : `${formatNumber(amount, 1)}${NBSP}${texts.points}`;
}
