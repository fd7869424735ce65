import { Link } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { type Column, sumOf } from '#ui/table/column.ts';
import { ChangeText } from './change-text.tsx';
import { type Figures, totalsOf } from './figures.ts';
import { percentText, ShareBar } from './share-bar.tsx';
import styles from './statistics.module.css';
import { texts } from './texts.ts';

const FIGURES: readonly Column<Figures>[] = [
  {
    id: 'name',
    title: texts.promoter,
    value: row => row.name,
    cell: ({ id, name }) => <Name id={id} name={name} />,
  },
  totalled('count', texts.count, 'number'),
  totalled('done', texts.done, 'number'),
  totalled('avg', texts.average, 'money'),
  totalled('sum', texts.sum, 'money'),
  totalled('bonus', texts.share, 'money'),
];

/** The order in which the server tells its rows, to come back to. */
const ORDER: Column<Figures> = { id: 'id', title: texts.order, value: row => row.order, kind: 'code' };

/** On a phone each card has its bar; on a desktop they stand beside the table. */
const PART: Column<Figures> = {
  id: 'part',
  title: texts.part,
  kind: 'number',
  value: row => row.part && Math.round(row.part * 10) / 10,
  cell: ({ part }) =>
    part !== null && (
      <span className={styles.partCell}>
        <ShareBar part={part} />
        {percentText(part)}
      </span>
    ),
};

const CHANGE: Column<Figures> = {
  id: 'change',
  title: texts.change,
  kind: 'money',
  value: row => row.change?.by,
  cell: row => row.change && <ChangeText change={row.change} kind="money" />,
  total: sumOf<Figures>(row => row.change?.by),
};

/** The same list for the same looks, as the table wants it. */
export function columnsOf({ hasPart, hasChange }: { hasPart: boolean; hasChange: boolean }) {
  return [...FIGURES, ...(hasPart ? [PART] : []), ...(hasChange ? [CHANGE] : []), ORDER];
}

function totalled(
  id: 'count' | 'done' | 'avg' | 'sum' | 'bonus',
  title: string,
  kind: 'number' | 'money',
): Column<Figures> {
  return { id, title, kind, value: row => row[id], total: rows => totalsOf(rows)[id] };
}

function Name({ id, name }: Pick<Figures, 'id' | 'name'>) {
  if (id === undefined) return name;
  return (
    <Link className={styles.reports} to={`${paths.moderationReports}?promoter=${id}`}>
      {name}
    </Link>
  );
}
