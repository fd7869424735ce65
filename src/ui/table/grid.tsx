import { type ReactNode, useMemo, useRef } from 'react';
import { join } from '../join.ts';
import type { Column, RowKey, RowTone, Sort } from './column.ts';
import { widthsOf } from './column-widths.ts';
import styles from './grid.module.css';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { GridTotals } from './grid-totals.tsx';
import { hasTotals } from './totals.ts';
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
    ...{ count: rows.length, windowed: isLong, scroller, keep: keysOfRows.active },
    density: dense ? 'dense' : 'roomy',
  });
  const totals = hasTotals(columns) ? 1 : 0;
  const cells = columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0);
  const isWide = useOverflow(scroller);
  const looks = join(styles.table, dense && styles.dense, isLong && styles.long, isWide && styles.wide);
  const width = useTableWidth(isLong, columns, allRows);
  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        className={looks}
        style={width?.table}
        aria-describedby={props.describedBy}
        aria-busy={props.busy || undefined}
        aria-rowcount={isLong ? rows.length + 1 + totals : undefined}
      >
        <caption className={styles.caption}>{caption}</caption>
        {width && <Widths columns={width.columns} hasCheck={selection !== null} hasActions={!!rowActions} />}
        <GridHead
          {...{ columns, selection }}
          sort={props.sort}
          onSort={props.onSort}
          hasActions={!!rowActions}
        />
        <tbody onKeyDown={keysOfRows.onKeyDown} onFocus={keysOfRows.onFocus}>
          {slots.map(slot => {
            if ('gapPx' in slot) return <Gap key={`gap-${slot.after}`} slot={slot} cells={cells} />;
            const row = rows[slot.row];
            const rowKey = keys[slot.row];
            if (row === undefined || rowKey === undefined) return null;
            return (
              <GridRow
                key={rowKey}
                {...{ row, columns, rowActions }}
                widths={width?.widths ?? null}
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
            {...{ columns, rows }}
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

/** In characters, with the space beside them. */
function widthInCss(characters: number): string {
  return `calc(${characters}ch + 24px)`;
}

function useTableWidth<Row>(isLong: boolean, columns: readonly Column<Row>[], rows: readonly Row[]) {
  return useMemo(() => {
    if (!isLong) return null;
    const widths = widthsOf(columns, rows);
    const all = widths.reduce((sum, width) => sum + width, 0);
    const table = { width: `max(100%, calc(${all}ch + ${24 * widths.length + 2 * 48}px))` };
    return { table, widths, columns: widths.map((width, at) => ({ id: columns[at]?.id ?? at, width })) };
  }, [isLong, columns, rows]);
}

type WidthsProps = {
  columns: readonly { id: string | number; width: number }[];
  hasCheck: boolean;
  hasActions: boolean;
};

function Widths({ columns, hasCheck, hasActions }: WidthsProps) {
  return (
    <colgroup>
      {hasCheck && <col className={styles.narrow} />}
      {columns.map(({ id, width }) => (
        <col key={id} style={{ width: widthInCss(width) }} />
      ))}
      {hasActions && <col className={styles.narrow} />}
    </colgroup>
  );
}
