import {
  defaultKeyExtractor,
  defaultRangeExtractor,
  measureElement,
  useVirtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';

/** From so many rows on only those near the ones in sight are in the document. */
export const LONG_FROM = 101;

/** Beside those in sight: enough for the next turn of a wheel, and few enough for a slow processor. */
const OVERSCAN = 4;

/** Before anything could be measured, e.g. for the first paint. */
const FIRST_GUESS = { rowPx: 48, rect: { width: 1024, height: 640 } };

/** A row that is in the document, or the height of those that are not. */
export type Slot = { row: number } | { gapPx: number; after: number };

type WindowOptions = {
  count: number;
  /** False puts all rows into the document. */
  windowed: boolean;
  scroller: RefObject<HTMLElement | null>;
  /** This row is always there: it has the keyboard's focus, or is what Tab leads to. -1 for none. */
  keep: number;
};

type MeasuredWindowOptions = WindowOptions & {
  /** How many rows on either side of `keep` are there too. */
  keepBeside?: number;
  /** How high a row probably is that was never drawn. */
  estimatePx: number;
  /** By this the height of a row is known, wherever it stands. */
  keyOf?: (index: number) => string | number;
};

/**
 * Which rows of a long table are in the document, and the gaps between them. Each row that is given to `measureElement`
 * has a height of its own.
 */
export function useMeasuredWindow(options: MeasuredWindowOptions) {
  const { count, windowed, scroller, keep, keepBeside = 0, estimatePx, keyOf } = options;
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    enabled: windowed,
    overscan: OVERSCAN,
    initialRect: FIRST_GUESS.rect,
    useFlushSync: false,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatePx,
    getItemKey: keyOf ?? defaultKeyExtractor,
    // Where nothing is laid out, every row would be 0 px high and all of them in sight.
    measureElement: (...measured) => measureElement(...measured) || estimatePx,
    rangeExtractor: useCallback(
      range => withKept(defaultRangeExtractor(range), { keep, keepBeside, count: range.count }),
      [keep, keepBeside],
    ),
  });
  const items = virtualizer.getVirtualItems();
  const totalPx = virtualizer.getTotalSize();
  const slots = useMemo(() => {
    if (!windowed) return Array.from({ length: count }, (_, row) => ({ row }));
    return slotsOf(items, totalPx);
  }, [windowed, count, items, totalPx]);
  return { virtualizer, slots };
}

/** The same where all rows are of one height; `density` is whatever changes it. */
export function useWindow({ density, ...options }: WindowOptions & { density: string }): readonly Slot[] {
  const { windowed, scroller } = options;
  const [rowPx, setRowPx] = useState(FIRST_GUESS.rowPx);
  const { virtualizer, slots } = useMeasuredWindow({ ...options, estimatePx: rowPx });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another density is another height
  useLayoutEffect(() => {
    const row = windowed && scroller.current?.querySelector<HTMLElement>('[data-row]');
    if (row && row.offsetHeight > 0) setRowPx(row.offsetHeight);
  }, [windowed, scroller, density]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it keeps the heights that it once was told
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  return slots;
}

type Kept = { keep: number; keepBeside: number; count: number };

/** The rows in sight and those that are always there, in their order. */
function withKept(indexes: number[], { keep, keepBeside, count }: Kept): number[] {
  if (keep < 0 || keep >= count) return indexes;
  const first = Math.max(0, keep - keepBeside);
  const last = Math.min(count - 1, keep + keepBeside);
  const kept = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return [...new Set([...indexes, ...kept])].sort((one, other) => one - other);
}

/** Items in their order, and the gaps between them. */
function slotsOf(items: readonly { index: number; start: number; end: number }[], totalPx: number): Slot[] {
  const slots: Slot[] = [];
  let reached = 0;
  let after = -1;
  for (const { index, start, end } of items) {
    if (start > reached) slots.push({ gapPx: start - reached, after });
    slots.push({ row: index });
    reached = end;
    after = index;
  }
  if (totalPx > reached) slots.push({ gapPx: totalPx - reached, after });
  return slots;
}
