import { useMemo } from 'react';
import type { StatsRow } from '#contract/moderation.ts';
import { formatMoney } from '#kit/money.ts';
import { Button } from '#ui/button.tsx';
import type { Sort } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { PHONE, useMedia } from '#ui/use-media.ts';
import { columnsOf } from './columns.tsx';
import { Comparison } from './comparison.tsx';
import { DEFAULT_SORT } from './filter.ts';
import { barsOf, type PromoterStats, toPromoterStats } from './promoter-stats.ts';
import { percentText, ShareBar } from './share-bar.tsx';
import styles from './statistics.module.css';
import { texts } from './texts.ts';
import type { Stats } from './use-stats.ts';

export type ResultsProps = {
  list: readonly StatsRow[];
  previous: Stats['previous'];
  /** In words: whose figures, of which days. */
  applied: string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  idle: boolean;
  onIdle: (idle: boolean) => void;
  busy: boolean;
};

/** The figures: what has changed, the table, and the bars beside it. */
export function Results(props: ResultsProps) {
  const { list, previous, applied, sort, onSort, idle, onIdle, busy } = props;
  const previousRows = previous?.remote.value?.list ?? null;
  const rows = useMemo(() => toPromoterStats(list, previousRows), [list, previousRows]);
  const idleRows = useMemo(() => rows.filter(({ count }) => count === 0), [rows]);
  // A page of paper is as narrow as a phone, but has no cards.
  const hasPercent = useMedia(`screen and ${PHONE}`);
  const hasChange = previousRows !== null;
  const columns = useMemo(() => columnsOf({ hasPercent, hasChange }), [hasPercent, hasChange]);
  const isShown = columns.some(({ id }) => id === sort.id);
  return (
    <div className={styles.beside}>
      <div className={styles.side}>
        {previous && <Comparison rows={rows} {...previous} />}
        {(idleRows.length > 0 || idle) && (
          <div className="no-print">
            <Button wide className={styles.preset} aria-pressed={idle} onClick={() => onIdle(!idle)}>
              {texts.idle(idleRows.length)}
            </Button>
          </div>
        )}
      </div>
      <div className={styles.table}>
        <DataTable
          name="statistics"
          caption={texts.caption(applied)}
          rows={idle ? idleRows : rows}
          rowKey={keyOf}
          columns={columns}
          sort={isShown ? sort : DEFAULT_SORT}
          onSort={onSort}
          busy={busy}
          filter={{ label: texts.findPromoter }}
          empty={idle ? texts.nobodyIdle : texts.empty}
          csvName={texts.csvName(applied)}
        />
      </div>
      <ShareChart rows={rows} />
    </div>
  );
}

function keyOf({ key }: PromoterStats): string {
  return key;
}

/** Who brings how much of the sum: the first ten, and the others together. The table beside it has it all in figures. */
function ShareChart({ rows }: { rows: readonly PromoterStats[] }) {
  const { bars, others } = barsOf(rows);
  if (rows.length < 2 || bars.length === 0) return null;
  const all = [
    ...bars.map(({ key, name, sum, percentOfSum }) => ({
      key,
      name,
      percentOfSum,
      amount: formatMoney(sum),
    })),
    ...(others
      ? [{ key: 'others', name: texts.others(others.count), percentOfSum: others.percentOfSum, amount: '' }]
      : []),
  ];
  const parts = all.map(({ name, percentOfSum }) => `${name} ${percentText(percentOfSum)}`).join(', ');
  return (
    <figure className={styles.plot} role="img" aria-label={texts.barsOf(parts)}>
      <figcaption className={styles.plotTitle}>{texts.bars}</figcaption>
      {all.map(({ key, name, percentOfSum, amount }) => (
        <div key={key} className={styles.line}>
          <span className={styles.name}>{name}</span>
          <span className={styles.percent}>{percentText(percentOfSum)}</span>
          <ShareBar percent={percentOfSum} />
          <span className={styles.amount}>{amount}</span>
        </div>
      ))}
    </figure>
  );
}
