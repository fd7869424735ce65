import { memo, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { classNames } from '../class-names.ts';
import type { Elements } from '../elements.ts';
import {
  type Column,
  hasTotals,
  isAmount,
  type RowKey,
  type RowTone,
  type Sort,
  textOf,
  totalOf,
} from './column.ts';
import { ACTIONS_PROPERTY, columnLayout, placeOf } from './column-layout.ts';
import styles from './grid.module.css';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { ROLES } from './long-table.ts';
import type { ColumnWidths, TableView } from './table-view.ts';
import { texts } from './texts.ts';
import { useOverflow } from './use-overflow.ts';
import { useRowKeys } from './use-row-keys.ts';
import type { RowSelection } from './use-selection.ts';
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
  rowActions: ((row: Row) => Elements) | undefined;
  printing: boolean;
  busy: boolean;
};

type GridProps<Row> = RowsView<Row> & {
  view: TableView;
  onWidths: (widths: ColumnWidths) => void;
  describedBy: string;
};

/** The rows as a table, in a box of its own that scrolls both ways. Only a long one is cut to what is in sight. */
export function Grid<Row>(props: GridProps<Row>) {
  const { caption, allRows, rows, keys, columns, selection, toneOf, rowActions, view, printing } = props;
  const { density } = view;
  const scroller = useRef<HTMLDivElement>(null);
  const keysOfRows = useRowKeys({ count: rows.length, scroller, selection });
  // Of all rows: a search that leaves a few must not put a hundred of them into the document at once.
  const isLong = !printing && allRows.length >= LONG_FROM;
  const slots = useWindow({
    count: rows.length,
    windowed: isLong,
    scroller,
    keep: keysOfRows.active,
    density,
  });
  const totals = hasTotals(columns) ? 1 : 0;
  const cells = columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0);
  const { pinnedCount, guessed, style } = useLayout(isLong, props);
  const isWide = useOverflow(scroller, style ? 0 : pinnedCount);
  useActionsWidth(scroller, style, rows);
  const looks = classNames(
    ...[styles.table, styles[density], isWide && styles.wide],
    ...[style && styles.laid, isLong && styles.long, style && hasWidths(view) && styles.sized],
  );
  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        className={looks}
        {...ROLES.table}
        style={style}
        aria-describedby={props.describedBy}
        aria-busy={props.busy || undefined}
        aria-rowcount={isLong ? rows.length + 1 + totals : undefined}
      >
        <caption className={styles.caption}>{caption}</caption>
        <GridHead
          columns={columns}
          selection={selection}
          sort={props.sort}
          onSort={props.onSort}
          hasActions={!!rowActions}
          pinnedCount={pinnedCount}
          isLaid={style !== undefined}
          widths={view.widths}
          onWidths={props.onWidths}
        />
        <tbody {...ROLES.group} onKeyDown={keysOfRows.onKeyDown} onFocus={keysOfRows.onFocus}>
          {slots.map(slot => {
            if ('gapPx' in slot) return <Gap key={`gap-${slot.after}`} slot={slot} cells={cells} />;
            const row = rows[slot.row];
            const rowKey = keys[slot.row];
            if (row === undefined || rowKey === undefined) return null;
            return (
              <GridRow
                // A long table keeps its elements and exchanges what stands in them.
                key={isLong ? slot.row : rowKey}
                row={row}
                columns={columns}
                rowActions={rowActions}
                widths={isLong ? guessed : null}
                pinnedCount={pinnedCount}
                index={slot.row}
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
            pinnedCount={pinnedCount}
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

/** The end of a row has as much room as the widest that was drawn: nothing tells before how many buttons it has. */
function useActionsWidth(scroller: RefObject<HTMLElement | null>, style: unknown, rows: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout, or other rows
  useLayoutEffect(() => {
    // Where the browser lays the table out, it gives them more room than they need.
    if (!style) return;
    const table = scroller.current?.querySelector('table');
    // What was measured before would be the least of what is measured now.
    table?.style.removeProperty(ACTIONS_PROPERTY);
    const ends = [...(table?.querySelectorAll<HTMLElement>(`tbody .${styles.actions}`) ?? [])];
    const px = Math.max(0, ...ends.map(({ scrollWidth }) => scrollWidth));
    if (px > 0) table?.style.setProperty(ACTIONS_PROPERTY, `${px}px`);
  }, [scroller, style, rows]);
}

const hasWidths = ({ widths }: TableView) => Object.keys(widths).length > 0;

/** Nothing where the browser lays out the table by itself: it is short, and the user has chosen no widths. */
function useLayout<Row>(isLong: boolean, props: GridProps<Row>) {
  const { columns, allRows, selection, rowActions, view, printing } = props;
  const hasCheck = selection !== null;
  const hasActions = rowActions !== undefined;
  const { widths, pinned } = view;
  const pinnedCount = printing ? 1 : 1 + columns.slice(1).filter(({ id }) => pinned.includes(id)).length;
  const isLaid = isLong || (!printing && hasWidths(view));
  const guessed = useMemo(() => (isLaid ? widthsOf(columns, allRows) : null), [isLaid, columns, allRows]);
  const style = useMemo(() => {
    if (!guessed) return undefined;
    const ids = columns.map(({ id }) => id);
    return columnLayout({ ids, guessed, widths, pinnedCount, hasCheck, hasActions });
  }, [guessed, columns, widths, pinnedCount, hasCheck, hasActions]);
  return { pinnedCount, guessed, style };
}

/** So many rows, spread over all of them, tell how wide a column is. */
const SAMPLES = 60;

/** Characters: a cell needs room for a few, and what is longer than that ends in dots. */
const NARROWEST = 7;
const WIDEST = 30;

/** The sign of sorting beside the title. */
const SORT_SIGN = 3;

/** How many characters each column is wide, guessed once: in a long table no row may change them. */
function widthsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): number[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLES));
  const samples = rows.filter((_, index) => index % step === 0);
  return columns.map(column => widthOf(column, samples, totalOf(column, rows)));
}

function widthOf<Row>(column: Column<Row>, samples: readonly Row[], total: string): number {
  const titled = column.title.length + SORT_SIGN + 1;
  if (column.width !== undefined) return Math.max(titled, column.width);
  const longest = Math.max(0, ...samples.map(row => textOf(column, row).length));
  return Math.max(NARROWEST, titled, total.length + 1, Math.min(WIDEST, longest));
}

type GridTotalsProps<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  hasCheck: boolean;
  hasActions: boolean;
  pinnedCount: number;
  rowIndex: number | undefined;
};

function PlainGridTotals<Row>(props: GridTotalsProps<Row>) {
  const { columns, rows, hasCheck, hasActions, pinnedCount, rowIndex } = props;
  const [first, ...others] = columns;
  return (
    <tfoot {...ROLES.group} className={styles.tfoot}>
      <tr {...ROLES.row} aria-rowindex={rowIndex}>
        {hasCheck && <td {...ROLES.cell} className={classNames(styles.sum, styles.check)} />}
        <th {...ROLES.rowHeader} scope="row" className={classNames(styles.sum, styles.first)}>
          {first?.total ? `${texts.total}: ${totalOf(first, rows)}` : texts.total}
        </th>
        {others.map((column, at) => (
          <td
            {...ROLES.cell}
            key={column.id}
            style={placeOf(at + 1, pinnedCount)}
            className={classNames(
              ...[styles.sum, isAmount(column.kind) && styles.amount, styles.figures],
              at + 1 < pinnedCount && styles.pinned,
            )}
          >
            {column.totalCell ? column.totalCell(rows) : totalOf(column, rows)}
          </td>
        ))}
        {hasActions && <td {...ROLES.cell} className={classNames(styles.sum, styles.actions)} />}
      </tr>
    </tfoot>
  );
}

/** The totals over the rows that are shown; always in sight, below them. */
const GridTotals = memo(PlainGridTotals) as typeof PlainGridTotals; // memo forgets that the row can be of any type
