import { Link } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { formatMoney } from '#kit/money.ts';
import { type Column, sumOf } from '#ui/table/column.ts';
import { ChangeText } from './change-text.tsx';
import { percentText } from './figures.tsx';
import { ShareBar } from './promoter-bars.tsx';
import { type Change, changeOf, type PromoterStats, totalsOf } from './promoter-stats.ts';
import styles from './statistics.module.css';
import { texts } from './texts.ts';

type Options = {
  /** The days that the sums are compared with, in words; null without any. */
  comparedWith: string | null;
  /** On a phone each card has its part of the sum as a bar. */
  hasPercent: boolean;
};

/** The columns of the specification, those of what they are compared with, and the number to sort by at last. */
export function columnsOf({ comparedWith, hasPercent }: Options): readonly Column<PromoterStats>[] {
  return [
    ...BASE_COLUMNS,
    ...(hasPercent ? [PERCENT_COLUMN] : []),
    ...(comparedWith === null
      ? []
      : [{ ...BEFORE_COLUMN, title: texts.before(comparedWith) }, CHANGE_COLUMN]),
    ORDER_COLUMN,
  ];
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
  { ...columnWithTotal('sum', texts.sum, 'money'), isMain: true },
  columnWithTotal('bonus', texts.share, 'money'),
];

/** The order of the specification, to come back to. */
const ORDER_COLUMN: Column<PromoterStats> = {
  id: 'id',
  title: texts.order,
  value: row => row.order,
  kind: 'number',
};

const PERCENT_COLUMN: Column<PromoterStats> = {
  id: 'part',
  title: texts.percentOfSum,
  kind: 'number',
  value: row => row.percentOfSum && Math.round(row.percentOfSum * 10) / 10,
  cell: ({ percentOfSum }) =>
    percentOfSum !== null && (
      <span className={styles.percentCell}>
        <ShareBar percent={percentOfSum} />
        <span>{percentText(percentOfSum)}</span>
      </span>
    ),
};

const sumBefore = sumOf<PromoterStats>(row => row.sumBefore);
const sumNow = sumOf<PromoterStats>(row => row.sum);

const totalChange = (rows: readonly PromoterStats[]) => changeOf(sumNow(rows), sumBefore(rows));

/** Shown in the column of the change: two columns of sums would leave no room for the others. */
const BEFORE_COLUMN: Column<PromoterStats> = {
  id: 'before',
  title: '',
  kind: 'money',
  value: row => row.sumBefore,
  isOnlyInFiles: true,
};

const CHANGE_COLUMN: Column<PromoterStats> = {
  id: 'change',
  title: texts.change,
  kind: 'money',
  value: row => row.change?.difference,
  cell: row => row.change && <ChangeCell change={row.change} before={row.sumBefore ?? 0} />,
  total: rows => totalChange(rows).difference,
  totalCell: rows => <ChangeCell change={totalChange(rows)} before={sumBefore(rows)} />,
};

/** By how much it has changed, and below it what it was. */
function ChangeCell({ change, before }: { change: Change; before: number }) {
  return (
    <span className={styles.changeCell}>
      <ChangeText change={change} kind="money" />
      <span className={styles.was}>{texts.sumBefore(formatMoney(before))}</span>
    </span>
  );
}

function columnWithTotal(
  id: 'count' | 'done' | 'avg' | 'sum' | 'bonus',
  title: string,
  kind: 'number' | 'money',
): Column<PromoterStats> {
  return { id, title, kind, value: row => row[id], total: rows => totalsOf(rows)[id] };
}
