import { formatNumber } from '#kit/format-number.ts';
import { formatMoney } from '#kit/money.ts';
import { classNames } from '#ui/class-names.ts';
import type { Change } from './promoter-stats.ts';
import styles from './statistics.module.css';
import { texts } from './texts.ts';

type ChangeTextProps = { change: Change; kind: 'money' | 'number' };

/** «▲ +1 500 руб. (+12,5 %)»: direction by sign, by colour and, for readers, by word. */
export function ChangeText({ change: { difference, percent }, kind }: ChangeTextProps) {
  if (difference === 0) return <span className={styles.same}>{texts.same}</span>;
  const isMore = difference > 0;
  const sign = isMore ? '+' : '−';
  const amount = kind === 'money' ? formatMoney(Math.abs(difference)) : formatNumber(Math.abs(difference));
  const part = percent === null ? '' : ` (${sign}${formatNumber(Math.abs(percent), 1)}\u00A0%)`;
  return (
    <span className={classNames(styles.change, isMore ? styles.more : styles.less)}>
      <span aria-hidden="true">{isMore ? '▲\u00A0' : '▼\u00A0'}</span>
      <span className="visually-hidden">{isMore ? texts.more : texts.less} </span>
      {sign}
      {amount}
      {part}
    </span>
  );
}
