import { memo } from 'react';
import type { LineField } from '#domain/warehouse/draft-line.ts';
import { classNames } from '#ui/class-names.ts';
import { ROLES } from '#ui/table/long-table.ts';
import {
  type CellProps,
  hasErrors,
  LineErrorText,
  LineInput,
  LineNumber,
  type LineProps,
  LineSum,
  RemoveButton,
  readOnlyText,
  toCellProps,
} from './line-cells.tsx';
import styles from './lines-grid.module.css';

/** The fields between the title and the sum, in the order of the columns. */
const COLUMNS = ['count', 'price', 'tax', 'discount', 'reason'] as const satisfies LineField[];

function PlainLineRow(props: LineProps) {
  const { line, index, readOnly, measure } = props;
  const cellProps = toCellProps(props);
  const { errors } = cellProps;
  return (
    <tr
      {...ROLES.row}
      ref={measure}
      data-line={line.key}
      data-index={index}
      aria-rowindex={index + 2}
      className={classNames(styles.row, hasErrors(errors) && styles.wrong)}
    >
      <td {...ROLES.cell} className={styles.number}>
        <LineNumber index={index} errors={errors} />
      </td>
      <th {...ROLES.rowHeader} scope="row" className={styles.title}>
        {line.title}
        <LineErrorText line={line} errors={errors} />
      </th>
      {COLUMNS.map(field => (
        <td {...ROLES.cell} key={field} className={classOf(field, readOnly)}>
          {readOnly ? readOnlyText(line, field) : <Control {...cellProps} field={field} />}
        </td>
      ))}
      <td {...ROLES.cell} className={styles.amount}>
        <LineSum line={line} />
      </td>
      {!readOnly && (
        <td {...ROLES.cell} className={styles.action}>
          <RemoveButton {...cellProps} />
        </td>
      )}
    </tr>
  );
}

function Control(props: CellProps & { field: LineField }) {
  const { field, line } = props;
  if (field !== 'count') return <LineInput {...props} />;
  return (
    <span className={styles.counted}>
      <span className={styles.control}>
        <LineInput {...props} />
      </span>
      <span className={styles.unit}>{line.unit}</span>
    </span>
  );
}

function classOf(field: LineField, readOnly: boolean): string | undefined {
  if (!readOnly) return styles.field;
  return field === 'reason' ? styles.text : styles.amount;
}

/** A line as a row; drawn again only when something of its own has changed. */
export const LineRow = memo(PlainLineRow);
