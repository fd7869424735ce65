import { useMemo } from 'react';
import type { StatsRow } from '#contract/moderation.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Printer } from '#ui/icons-of-screens.ts';
import type { RowPlace } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { PHONE, useMedia } from '#ui/use-media.ts';
import { Charts } from './charts.tsx';
import { columnsOf } from './columns.tsx';
import { Figures } from './figures.tsx';
import { DEFAULT_SORT, type StatsQuery } from './filter.ts';
import { formatPeriod } from './period.ts';
import { type PromoterStats, toPromoterStats } from './promoter-stats.ts';
import styles from './statistics.module.css';
import { texts } from './texts.ts';
import type { Stats } from './use-stats.ts';

type ResultsProps = {
  list: readonly StatsRow[];
  stats: Stats;
  /** In words: whose figures, of which days. */
  applied: string;
  today: string;
  query: StatsQuery;
  onChange: (part: Partial<StatsQuery>) => void;
};

/** The figures, the charts, and below them the table. */
export function Results({ list, stats, applied, today, query, onChange }: ResultsProps) {
  const { sort, idle } = query;
  const { previous, remote, days, shown } = stats;
  const previousRows = previous?.remote.value?.list ?? null;
  const rows = useMemo(() => toPromoterStats(list, previousRows), [list, previousRows]);
  // A page of paper is as narrow as a phone, but has no cards.
  const hasPercent = useMedia(`screen and ${PHONE}`);
  const comparedWith = previousRows && previous ? formatPeriod(previous.period, today) : null;
  const columns = useMemo(() => columnsOf({ comparedWith, hasPercent }), [comparedWith, hasPercent]);
  const shownSort = columns.some(({ id }) => id === sort.id) ? sort : DEFAULT_SORT;
  return (
    <div
      className={styles.results}
      data-old={stats.isAwaited || undefined}
      data-title={texts.caption(applied)}
    >
      <Figures rows={rows} previous={previous} today={today} />
      <Charts rows={rows} days={days} shown={shown} today={today} query={query} onChange={onChange} />
      <div className={classNames(styles.table, comparedWith !== null && styles.compared)}>
        <DataTable
          name="statistics"
          caption={texts.caption(applied)}
          rows={rows}
          rowKey={keyOf}
          columns={columns}
          sort={shownSort}
          onSort={next => onChange({ sort: next })}
          busy={remote.busy}
          filter={{ label: texts.findPromoter }}
          empty={texts.empty}
          fold={{
            placeOf: FIGURES.has(shownSort.id) ? placeByFigure : placeOf,
            isOpen: idle,
            onToggle: () => onChange({ idle: !idle }),
            label: idle ? texts.hideIdle : texts.moreIdle,
          }}
          csvName={texts.csvName(applied)}
          tools={
            <Button icon={<Printer size={20} />} onClick={() => window.print()}>
              {texts.print}
            </Button>
          }
        />
      </div>
    </div>
  );
}

const keyOf = ({ key }: PromoterStats) => key;

/** The figures of this period alone: by these, promoters without requests stand last, whichever way they are sorted. */
const FIGURES: ReadonlySet<string> = new Set(['count', 'done', 'avg', 'sum', 'bonus', 'part']);

/** Promoters who had something in the period before are not folded: the changes add up. */
const placeOf = ({ count, sumBefore }: PromoterStats): RowPlace =>
  count > 0 || sumBefore ? 'sorted' : 'folded';

const placeByFigure = (row: PromoterStats): RowPlace =>
  row.count === 0 && placeOf(row) === 'sorted' ? 'last' : placeOf(row);
