import { useId, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { StatsRow } from '#contract/moderation.ts';
import { paths } from '#domain/paths.ts';
import { formatNumber } from '#kit/format-number.ts';
import { formatMoney } from '#kit/money.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { type Column, sumOf } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { PHONE, useMedia } from '#ui/use-media.ts';
import { DEFAULT_SORT, type StatsQuery } from './filter.ts';
import {
  barsOf,
  type Change,
  changeOf,
  type PromoterStats,
  toPromoterStats,
  totalsOf,
} from './promoter-stats.ts';
import styles from './statistics.module.css';
import { texts } from './texts.ts';
import type { Stats } from './use-stats.ts';

type ResultsProps = {
  list: readonly StatsRow[];
  previous: Stats['previous'];
  /** In words: whose figures, of which days. */
  applied: string;
  query: Pick<StatsQuery, 'sort' | 'idle'>;
  onChange: (part: Partial<StatsQuery>) => void;
  busy: boolean;
};

/** The figures: what has changed, the table, and the bars beside it. */
export function Results(props: ResultsProps) {
  const { list, previous, applied, query, onChange, busy } = props;
  const { sort, idle } = query;
  const previousRows = previous?.remote.value?.list ?? null;
  const rows = useMemo(() => toPromoterStats(list, previousRows), [list, previousRows]);
  const idleRows = useMemo(() => rows.filter(({ count }) => count === 0), [rows]);
  // A page of paper is as narrow as a phone, but has no cards.
  const hasPercent = useMedia(`screen and ${PHONE}`);
  const hasChange = previousRows !== null;
  const columns = useMemo(
    () => [
      ...BASE_COLUMNS,
      ...(hasPercent ? [PERCENT_COLUMN] : []),
      ...(hasChange ? [CHANGE_COLUMN] : []),
      ORDER_COLUMN,
    ],
    [hasPercent, hasChange],
  );
  const isShown = columns.some(({ id }) => id === sort.id);
  return (
    <div className={styles.beside}>
      <div className={styles.side}>
        {previous && <Comparison rows={rows} {...previous} />}
        {(idleRows.length > 0 || idle) && (
          <div className="no-print">
            <Button
              wide
              className={styles.preset}
              aria-pressed={idle}
              onClick={() => onChange({ idle: !idle })}
            >
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
          onSort={next => onChange({ sort: next })}
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

const keyOf = ({ key }: PromoterStats) => key;

/** Who brings how much of the sum: the first ten, and the others together. The table beside it has it all in figures. */
function ShareChart({ rows }: { rows: readonly PromoterStats[] }) {
  const { bars, others } = barsOf(rows);
  if (rows.length < 2 || bars.length === 0) return null;
  const rest = others && { ...others, key: 'others', name: texts.others(others.count), sum: null };
  const all = rest ? [...bars, rest] : bars;
  const parts = all.map(({ name, percentOfSum }) => `${name} ${percentText(percentOfSum)}`).join(', ');
  return (
    <figure className={styles.plot} role="img" aria-label={texts.barsOf(parts)}>
      <figcaption className={styles.plotTitle}>{texts.bars}</figcaption>
      {all.map(({ key, name, percentOfSum, sum }) => (
        <div key={key} className={styles.line}>
          <span className={styles.name}>{name}</span>
          <span className={styles.percent}>{percentText(percentOfSum)}</span>
          <ShareBar percent={percentOfSum} />
          <span className={styles.amount}>{sum !== null && formatMoney(sum)}</span>
        </div>
      ))}
    </figure>
  );
}

const BASE_COLUMNS: readonly Column<PromoterStats>[] = [
  {
    id: 'name',
    title: texts.promoter,
    value: row => row.name,
    cell: ({ id, name }) =>
      id === undefined ? (
        name
      ) : (
        <Link className={styles.reports} to={`${paths.moderationReports}?promoter=${id}`}>
          {name}
        </Link>
      ),
  },
  columnWithTotal('count', texts.count, 'number'),
  columnWithTotal('done', texts.done, 'number'),
  columnWithTotal('avg', texts.average, 'money'),
  columnWithTotal('sum', texts.sum, 'money'),
  columnWithTotal('bonus', texts.share, 'money'),
];

/** The order of the specification, to come back to. */
const ORDER_COLUMN: Column<PromoterStats> = {
  id: 'id',
  title: texts.order,
  value: row => row.order,
  kind: 'code',
};

/** On a phone each card has its bar; on a desktop they stand beside the table. */
const PERCENT_COLUMN: Column<PromoterStats> = {
  id: 'part',
  title: texts.percentOfSum,
  kind: 'number',
  value: row => row.percentOfSum && Math.round(row.percentOfSum * 10) / 10,
  cell: ({ percentOfSum }) =>
    percentOfSum !== null && (
      <span className={styles.percentCell}>
        <ShareBar percent={percentOfSum} />
        {percentText(percentOfSum)}
      </span>
    ),
};

const CHANGE_COLUMN: Column<PromoterStats> = {
  id: 'change',
  title: texts.change,
  kind: 'money',
  value: row => row.change?.difference,
  cell: row => row.change && <ChangeText change={row.change} kind="money" />,
  total: sumOf<PromoterStats>(row => row.change?.difference),
};

function columnWithTotal(
  id: 'count' | 'done' | 'avg' | 'sum' | 'bonus',
  title: string,
  kind: 'number' | 'money',
): Column<PromoterStats> {
  return { id, title, kind, value: row => row[id], total: rows => totalsOf(rows)[id] };
}

const COMPARED_TOTALS = [
  ['count', texts.count, 'number'],
  ['done', texts.done, 'number'],
  ['sum', texts.sum, 'money'],
  ['bonus', texts.share, 'money'],
] as const;

/** What has become of the totals since as many days before; without those, that there is nothing to compare with. */
function Comparison(props: { rows: readonly PromoterStats[] } & NonNullable<Stats['previous']>) {
  const { rows, period, remote } = props;
  const titleId = useId();
  const { value, problem, busy, reload } = remote;
  const { dateFrom, dateTo } = period;
  if (!value) {
    return (
      <ProblemLine polite {...(problem && { busy, onRetry: () => void reload() })}>
        {problem ? texts.notCompared(dateFrom, dateTo) : texts.comparing}
      </ProblemLine>
    );
  }
  const currentTotals = totalsOf(rows);
  const previousTotals = totalsOf(toPromoterStats(value.list, null));
  return (
    <Panel className={styles.comparison} aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.compared}</h2>
      <p className={styles.days}>{texts.days(dateFrom, dateTo)}</p>
      <dl className={styles.changes}>
        {COMPARED_TOTALS.map(([id, title, kind]) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>
              <ChangeText change={changeOf(currentTotals[id], previousTotals[id])} kind={kind} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** «▲ +1 500 руб. (+12,5 %)»: direction by sign, by colour and, for readers, by word. */
function ChangeText({ change: { difference, percent }, kind }: { change: Change; kind: 'money' | 'number' }) {
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

/** «12,5 %». */
function percentText(percent: number): string {
  return `${formatNumber(percent, 1)}\u00A0%`;
}

/** A bar as long as the part; what it shows stands in words beside it. */
function ShareBar({ percent }: { percent: number }) {
  return (
    <svg className={styles.bar} aria-hidden="true" focusable="false">
      <rect className={styles.track} width="100%" height="100%" rx="4" />
      <rect className={styles.fill} width={`${percent}%`} height="100%" rx="4" />
    </svg>
  );
}
