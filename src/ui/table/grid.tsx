import { type ReactNode, useMemo, useRef } from 'react';
import { classNames } from '../class-names.ts';
import type { Column, RowKey, RowTone, Sort } from './column.ts';
import { widthsOf } from './column-widths.ts';
import styles from './grid.module.css';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { GridTotals } from './grid-totals.tsx';
import { columnTemplate, ROLES } from './long-table.ts';
import { hasTotals } from './totals.ts';
import { useOverflow } from './use-overflow.ts';
import { useRowKeys } from './use-row-keys.ts';
import type { RowSelection } from './use-selection.ts';
import { useSteps } from './use-steps.ts';
import { LONG_FROM, type Slot, useWindow } from './use-window.ts';

export type RowsView<Row> = {
  caption: string;
  /** All rows, as the widths of a long table must not depend on which are shown. */
  allRows: readonly Row[];
  rows: readonly Row[];
  /** Of the rows, in the same order. */
  keys: readonly RowKey[];
  columns: readonly Column<Row>[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Null where nothing can be selected. */
  selection: RowSelection | null;
  toneOf: ((row: Row) => RowTone | undefined) | undefined;
  rowActions: ((row: Row) => ReactNode) | undefined;
  printing: boolean;
  busy: boolean;
};

export type GridProps<Row> = RowsView<Row> & { dense: boolean; describedBy: string };

/** The rows as a table, in a box of its own that scrolls both ways. Only a long one is cut to what is in sight. */
export function Grid<Row>(props: GridProps<Row>) {
  const { caption, allRows, rows, keys, columns, selection, toneOf, rowActions, dense, printing } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const keysOfRows = useRowKeys({ count: rows.length, scroller, selection });
  // Of all rows: a search that leaves a few must not put a hundred of them into the document at once.
  const isLong = !printing && allRows.length >= LONG_FROM;
  const slots = useWindow({
    count: rows.length,
    windowed: isLong,
    scroller,
    keep: keysOfRows.active,
    density: dense ? 'dense' : 'roomy',
  });
  const { placed, isStepping } = useSteps({ slots, rows, keys, gradual: isLong });
  const totals = hasTotals(columns) ? 1 : 0;
  const cells = columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0);
  const isWide = useOverflow(scroller);
  const looks = classNames(styles.table, dense && styles.dense, isLong && styles.long, isWide && styles.wide);
  const long = useColumns(isLong, props);
  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        className={looks}
        {...(long && ROLES.table)}
        style={long?.style}
        aria-describedby={props.describedBy}
        aria-busy={props.busy || undefined}
        aria-rowcount={isLong ? rows.length + 1 + totals : undefined}
      >
        <caption className={styles.caption}>{caption}</caption>
        <GridHead
          columns={columns}
          selection={selection}
          isLong={isLong}
          sort={props.sort}
          onSort={props.onSort}
          hasActions={!!rowActions}
        />
        <tbody
          {...(isLong && ROLES.group)}
          className={isStepping ? styles.stepping : undefined}
          onKeyDown={keysOfRows.onKeyDown}
          onFocus={keysOfRows.onFocus}
        >
          {slots.map(slot => {
            if ('gapPx' in slot) return <Gap key={`gap-${slot.after}`} slot={slot} cells={cells} />;
            const at = placed.get(slot.row);
            if (!at) return null;
            const { row, rowKey } = at;
            return (
              <GridRow
                // A long table keeps its elements and exchanges what stands in them.
                key={isLong ? slot.row : rowKey}
                row={row}
                columns={columns}
                rowActions={rowActions}
                widths={long?.widths ?? null}
                index={slot.row}
                isNumbered={isLong}
                selected={selection?.isSelected(rowKey)}
                onToggle={selection?.toggle}
                tabbable={slot.row === keysOfRows.active}
                tone={toneOf?.(row)}
              />
            );
          })}
        </tbody>
        {totals > 0 && (
          <GridTotals
            columns={columns}
            rows={rows}
            hasCheck={selection !== null}
            hasActions={!!rowActions}
            rowIndex={isLong ? rows.length + 2 : undefined}
          />
        )}
      </table>
    </div>
  );
}

/** The rows that are not in the document, as high as they would be. */
function Gap({ slot, cells }: { slot: Extract<Slot, { gapPx: number }>; cells: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true" className={styles.gap}>
      <td colSpan={cells} style={{ height: slot.gapPx }} />
    </tr>
  );
}

function useColumns<Row>(isLong: boolean, { columns, allRows, selection, rowActions }: GridProps<Row>) {
  const hasCheck = selection !== null;
  const hasActions = rowActions !== undefined;
  return useMemo(() => {
    if (!isLong) return null;
    const widths = widthsOf(columns, allRows);
    return { widths, style: columnTemplate(widths, { hasCheck, hasActions }) };
  }, [isLong, columns, allRows, hasCheck, hasActions]);
}
