import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Column } from './column.ts';
import { widthProperty } from './column-layout.ts';
import styles from './grid.module.css';
import { type ColumnWidths, toWidth, WIDTH_MAX, WIDTH_MIN } from './table-view.ts';
import { texts } from './texts.ts';

const STEP_PX = 16;

type ResizeHandleProps<Row> = {
  column: Column<Row>;
  /** Of the column, among those that are shown. */
  at: number;
  widths: ColumnWidths;
  /** All of them: the others stay as they are when one changes. */
  onWidths: (widths: ColumnWidths) => void;
};

/**
 * The right edge of a title: dragged, or moved by arrows, it makes its column wider or narrower; a double click or Enter makes
 * it as wide as what stands in it. While it is dragged one property of the table changes, and React draws nothing.
 */
export function ResizeHandle<Row>({ column, at, widths, onWidths }: ResizeHandleProps<Row>) {
  const { id, title } = column;
  const drag = useRef<{ fromPx: number; widths: ColumnWidths } | null>(null);
  const width = widths[id];
  const moved = (fromPx: number, byPx: number) => toWidth(fromPx + byPx);
  const reset = () => {
    const { [id]: _, ...others } = widths;
    onWidths(others);
  };
  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture?.(event.pointerId);
    drag.current = { fromPx: event.clientX, widths: measure(event.currentTarget) };
  };
  const handlePointerMove = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    const byPx = event.clientX - (current?.fromPx ?? 0);
    if (!current || byPx === 0) return;
    // From the first pixel on each column has the width that it had by itself.
    if (Object.keys(current.widths).some(each => widths[each] === undefined)) onWidths(current.widths);
    const next = `${moved(current.widths[id] ?? 0, byPx)}px`;
    event.currentTarget.closest('table')?.style.setProperty(widthProperty(at), next);
  };
  const handlePointerUp = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    drag.current = null;
    const byPx = event.clientX - (current?.fromPx ?? 0);
    if (current && byPx !== 0) {
      onWidths({ ...current.widths, [id]: moved(current.widths[id] ?? 0, byPx) });
    }
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key];
    if (event.key !== 'Enter' && step === undefined) return;
    event.preventDefault();
    if (step === undefined) return reset();
    const measured = measure(event.currentTarget);
    onWidths({ ...measured, [id]: moved(measured[id] ?? 0, step) });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved, a separator that has the focus can
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={texts.widthOf(title)}
      aria-valuemin={WIDTH_MIN}
      aria-valuemax={WIDTH_MAX}
      aria-valuenow={width ?? WIDTH_MIN}
      aria-valuetext={width === undefined ? texts.widthByContent : texts.widthInPixels(width)}
      tabIndex={0}
      className={styles.handle}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerUp}
      onPointerCancel={handlePointerUp}
      onDoubleClick={reset}
      onKeyDown={handleKey}
    />
  );
}

/** How wide each column is now; a part of a pixel less would cut its title. */
function measure(handle: HTMLElement): ColumnWidths {
  const titles = handle.closest('tr')?.querySelectorAll<HTMLElement>('[data-column]') ?? [];
  return Object.fromEntries(
    [...titles].map(title => [
      title.dataset.column ?? '',
      toWidth(Math.ceil(title.getBoundingClientRect().width)),
    ]),
  );
}
