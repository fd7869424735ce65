import { memo } from 'react';
import { classNames } from '../class-names.ts';
import { ChevronDown } from '../icons.ts';
import { type Column, isAmount, type Sort } from './column.ts';
import { columnWidth, placeOf } from './column-layout.ts';
import styles from './grid.module.css';
import { ROLES } from './long-table.ts';
import { ResizeHandle } from './resize-handle.tsx';
import { SelectAll } from './select-all.tsx';
import type { ColumnWidths } from './table-view.ts';
import { texts } from './texts.ts';
import type { RowSelection } from './use-selection.ts';

type GridHeadProps<Row> = {
  columns: readonly Column<Row>[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  selection: RowSelection | null;
  hasActions: boolean;
  pinnedCount: number;
  /** The widths come from `columnLayout`. */
  isLaid: boolean;
  widths: ColumnWidths;
  onWidths: (widths: ColumnWidths) => void;
};

function PlainGridHead<Row>(props: GridHeadProps<Row>) {
  const { columns, sort, onSort, selection, hasActions, pinnedCount, isLaid, widths, onWidths } = props;
  return (
    <thead {...ROLES.group} className={styles.thead}>
      <tr {...ROLES.row} aria-rowindex={1}>
        {selection && (
          <th {...ROLES.columnHeader} scope="col" className={classNames(styles.head, styles.check)}>
            <SelectAll selection={selection} />
          </th>
        )}
        {columns.map((column, at) => {
          const order = sort.id === column.id ? orderOf(sort) : undefined;
          return (
            <th
              {...ROLES.columnHeader}
              key={column.id}
              scope="col"
              // The edge beside the title is no part of its name.
              aria-label={column.title}
              data-column={column.id}
              style={{ ...placeOf(at, pinnedCount), ...(!isLaid && widthOf(column)) }}
              aria-sort={column.sortable === false ? undefined : (order ?? 'none')}
              className={classNames(
                styles.head,
                at === 0 && styles.first,
                at > 0 && at < pinnedCount && styles.pinned,
                isAmount(column.kind) && styles.amount,
              )}
            >
              {column.sortable === false ? (
                <span className={styles.title}>{column.title}</span>
              ) : (
                <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, column))}>
                  <span>{column.title}</span>
                  <ChevronDown size={16} className={order ? styles[order] : styles.unsorted} />
                </button>
              )}
              <ResizeHandle column={column} at={at} widths={widths} onWidths={onWidths} />
            </th>
          );
        })}
        {hasActions && (
          <th {...ROLES.columnHeader} scope="col" className={classNames(styles.head, styles.actions)}>
            <span className="visually-hidden">{texts.actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function widthOf<Row>({ width }: Column<Row>) {
  if (width === undefined) return;
  const wide = columnWidth(width);
  return { width: wide, minWidth: wide };
}

function orderOf({ desc }: Sort): 'ascending' | 'descending' {
  return desc ? 'descending' : 'ascending';
}

/** The sort after a press on a column's title: of amounts the largest are looked for, of words the first. */
function nextSort<Row>(sort: Sort, { id, kind }: Column<Row>): Sort {
  return { id, desc: sort.id === id ? !sort.desc : isAmount(kind) };
}

/** The titles, each a button that sorts: upwards first, amounts downwards, then the other way round. */
export const GridHead = memo(PlainGridHead) as typeof PlainGridHead; // memo forgets that the row can be of any type
