import { Link } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { type Column, sumOf } from '#ui/table/column.ts';
import { ChangeText } from './change-text.tsx';
import { type PromoterStats, totalsOf } from './promoter-stats.ts';
import { percentText, ShareBar } from './share-bar.tsx';
import styles from './statistics.module.css';
import { texts } from './texts.ts';

const BASE_COLUMNS: readonly Column<PromoterStats>[] = [
  {
    id: 'name',
    title: texts.promoter,
    value: row => row.name,
    cell: ({ id, name }) => <Name id={id} name={name} />,
  },
  columnWithTotal('count', texts.count, 'number'),
  columnWithTotal('done', texts.done, 'number'),
  columnWithTotal('avg', texts.average, 'money'),
  columnWithTotal('sum', texts.sum, 'money'),
  columnWithTotal('bonus', texts.share, 'money'),
];

/** The order in which the server tells its rows, to come back to. */
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

/** The same list for the same looks, as the table wants it. */
export function columnsOf({ hasPercent, hasChange }: { hasPercent: boolean; hasChange: boolean }) {
  return [
    ...BASE_COLUMNS,
    ...(hasPercent ? [PERCENT_COLUMN] : []),
    ...(hasChange ? [CHANGE_COLUMN] : []),
    ORDER_COLUMN,
  ];
}

function columnWithTotal(
  id: 'count' | 'done' | 'avg' | 'sum' | 'bonus',
  title: string,
  kind: 'number' | 'money',
): Column<PromoterStats> {
  return { id, title, kind, value: row => row[id], total: rows => totalsOf(rows)[id] };
}

function Name({ id, name }: Pick<PromoterStats, 'id' | 'name'>) {
  if (id === undefined) return name;
  return (
    <Link className={styles.reports} to={`${paths.moderationReports}?promoter=${id}`}>
      {name}
    </Link>
  );
}
