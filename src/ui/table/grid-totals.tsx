import { memo } from 'react';
import { classNames } from '../class-names.ts';
import { type Column, isAmount } from './column.ts';
import styles from './grid.module.css';
import { ROLES } from './long-table.ts';
import { texts } from './texts.ts';
import { totalOf } from './totals.ts';

type GridTotalsProps<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  hasCheck: boolean;
  hasActions: boolean;
  rowIndex: number | undefined;
};

function PlainGridTotals<Row>({ columns, rows, hasCheck, hasActions, rowIndex }: GridTotalsProps<Row>) {
  const [first, ...others] = columns;
  const isLong = rowIndex !== undefined;
  const cell = isLong ? ROLES.cell : undefined;
  return (
    <tfoot {...(isLong && ROLES.group)} className={styles.tfoot}>
      <tr {...(isLong && ROLES.row)} aria-rowindex={rowIndex}>
        {hasCheck && <td {...cell} className={classNames(styles.sum, styles.check)} />}
        <th {...(isLong && ROLES.rowHeader)} scope="row" className={classNames(styles.sum, styles.first)}>
          {texts.total}
          {first?.total && `: ${totalOf(first, rows)}`}
        </th>
        {others.map(column => (
          <td
            {...cell}
            key={column.id}
            className={classNames(styles.sum, isAmount(column.kind) && styles.amount, styles.figures)}
          >
            {totalOf(column, rows)}
          </td>
        ))}
        {hasActions && <td {...cell} className={classNames(styles.sum, styles.actions)} />}
      </tr>
    </tfoot>
  );
}

/** The totals over the rows that are shown; always in sight, below them. */
export const GridTotals = memo(PlainGridTotals) as typeof PlainGridTotals; // memo forgets that the row can be of any type
