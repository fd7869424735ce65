import { memo } from 'react';
import { classNames } from '../class-names.ts';
import type { Elements } from '../elements.ts';
import { type Column, isAmount, nameColumn, type RowTone, textOf } from './column.ts';
import { placeOf } from './column-layout.ts';
import styles from './grid.module.css';
import { ROLES } from './long-table.ts';
import { SelectRow } from './select-all.tsx';

type GridRowProps<Row> = {
  row: Row;
  /** Among the rows that are shown. */
  index: number;
  columns: readonly Column<Row>[];
  /** Undefined where nothing can be selected. */
  selected: boolean | undefined;
  onToggle: ((index: number, extend: boolean) => void) | undefined;
  tabbable: boolean;
  tone: RowTone | undefined;
  rowActions: ((row: Row) => Elements) | undefined;
  /**
   * In a long table alone: what is wider than these many characters ends in dots, and the whole of it is the tooltip.
   * Readers are then told which row this is: the document does not have all of them.
   */
  widths: readonly number[] | null;
  pinnedCount: number;
};

/** Some letters are wider than others. */
const SPARE = 2;

function PlainGridRow<Row>(props: GridRowProps<Row>) {
  const { row, index, columns, selected, onToggle, tabbable, tone, rowActions, widths, pinnedCount } = props;
  const named = nameColumn(columns);
  const isLong = widths !== null;
  return (
    <tr
      {...ROLES.row}
      data-row={index}
      tabIndex={tabbable ? 0 : -1}
      aria-rowindex={isLong ? index + 2 : undefined}
      className={classNames(styles.row, tone && styles[tone], selected && styles.selected)}
    >
      {onToggle && (
        <td {...ROLES.cell} className={classNames(styles.cell, styles.check)}>
          <SelectRow
            index={index}
            tabbable={tabbable}
            onToggle={onToggle}
            name={named ? textOf(named, row) : ''}
            selected={selected ?? false}
          />
        </td>
      )}
      {columns.map((column, at) => {
        const isName = column === named;
        const Cell = isName ? 'th' : 'td';
        const text = textOf(column, row);
        const isCut = isLong && text.length > (widths[at] ?? 0) - SPARE;
        return (
          <Cell
            {...(isName ? ROLES.rowHeader : ROLES.cell)}
            key={column.id}
            scope={isName ? 'row' : undefined}
            title={isCut ? text : undefined}
            style={placeOf(at, pinnedCount)}
            className={classNames(
              at === 0 && styles.first,
              at > 0 && at < pinnedCount && styles.pinned,
              isCut && styles.cut,
              classOf(column, text, isLong),
            )}
          >
            {column.cell ? column.cell(row) : text}
          </Cell>
        );
      })}
      {rowActions && (
        <td {...ROLES.cell} className={classNames(styles.cell, styles.actions)}>
          {rowActions(row)}
        </td>
      )}
    </tr>
  );
}

/** What is shorter than this is never broken into lines. */
const ONE_LINE = 36;

function classOf<Row>({ kind = 'text' }: Column<Row>, text: string, isLong: boolean): string {
  const isFigure = kind !== 'text';
  return classNames(
    styles.cell,
    isAmount(kind) && styles.amount,
    isFigure && styles.figures,
    !isLong && text.length < ONE_LINE && styles.oneLine,
  );
}

/** One row; drawn again only when something of its own has changed. */
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow; // memo forgets that the row can be of any type
