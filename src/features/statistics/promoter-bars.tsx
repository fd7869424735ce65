import { scaleLinear } from '@visx/scale';
import { useId } from 'react';
import { ALL_PROMOTERS } from '#contract/moderation.ts';
import { formatMoney } from '#kit/money.ts';
import { useMedia } from '#ui/use-media.ts';
import { percentText } from './figures.tsx';
import { barsOf, type PromoterStats } from './promoter-stats.ts';
import styles from './statistics.module.css';
import { texts } from './texts.ts';

/** So much room is there below ten bars for the rows of a table. */
const TALL = '(min-height: 960px)';

type PromoterBarsProps = {
  rows: readonly PromoterStats[];
  /** Who alone is shown now; everybody: ALL_PROMOTERS. */
  chosen: number;
  onPick: (promoterId: number) => void;
};

/** Who has brought most, the longest bar first. A press shows that promoter alone, and a second one everybody again. */
export function PromoterBars({ rows, chosen, onPick }: PromoterBarsProps) {
  const titleId = useId();
  const { bars, others } = barsOf(rows, useMedia(TALL) ? 10 : 5);
  const widthOf = scaleLinear({ domain: [0, bars[0]?.sum ?? 1], range: [0, 100] });
  return (
    <section className={styles.chart} aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.byPromoter}</h2>
      {bars.length === 0 && <p className={styles.readout}>{texts.nothing}</p>}
      <ol className={styles.bars}>
        {bars.map(row => (
          <li key={row.key}>
            <PromoterBar row={row} widthPercent={widthOf(row.sum)} chosen={chosen} onPick={onPick} />
          </li>
        ))}
      </ol>
      {others && (
        <p className={styles.others}>
          <span>{texts.others(others.count)}</span>
          <span className={styles.amount}>{formatMoney(others.sum)}</span>
        </p>
      )}
    </section>
  );
}

type PromoterBarProps = Omit<PromoterBarsProps, 'rows'> & { row: PromoterStats; widthPercent: number };

function PromoterBar({ row, widthPercent, chosen, onPick }: PromoterBarProps) {
  const { id, name, sum, percentOfSum } = row;
  const content = (
    <>
      <span>{name}</span>
      <ShareBar percent={widthPercent} />
      <span className={styles.amount}>{formatMoney(sum)}</span>
      <span className={styles.percent}>{percentOfSum !== null && percentText(percentOfSum)}</span>
    </>
  );
  // Some backends send no ids: there is nothing to ask for then.
  if (id === undefined) return <div className={styles.barLine}>{content}</div>;
  const isChosen = id === chosen;
  return (
    <button
      type="button"
      className={styles.barLine}
      aria-pressed={isChosen}
      title={isChosen ? texts.backToAll : texts.onlyThis}
      onClick={() => onPick(isChosen ? ALL_PROMOTERS : id)}
    >
      {content}
    </button>
  );
}

/** A bar as long as the part; what it shows stands in words beside it. */
export function ShareBar({ percent }: { percent: number }) {
  return (
    <svg className={styles.bar} aria-hidden="true" focusable="false">
      <rect className={styles.track} width="100%" height="100%" rx="4" />
      <rect className={styles.fill} width={`${percent}%`} height="100%" rx="4" />
    </svg>
  );
}
