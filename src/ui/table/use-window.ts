import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';

/** From so many rows on only those near the ones in sight are in the document. */
export const LONG_FROM = 101;

const OVERSCAN = 3;

/** Before anything could be measured, e.g. for the first paint. */
const FIRST_GUESS = { rowPx: 48, rect: { width: 1024, height: 640 } };

/** A row that is in the document, or the height of those that are not. */
export type Slot = { row: number } | { gapPx: number; after: number };

type WindowOptions = {
  count: number;
  /** False puts all rows into the document. */
  windowed: boolean;
  scroller: RefObject<HTMLElement | null>;
  /** This row is always there: it has the keyboard's focus, or is what Tab leads to. */
  keep: number;
  /** Whatever changes the height of all rows. */
  density: string;
};

/** Which rows of a long table are in the document, and the gaps between them. All rows are of one height. */
export function useWindow({ count, windowed, scroller, keep, density }: WindowOptions): readonly Slot[] {
  const [rowPx, setRowPx] = useState(FIRST_GUESS.rowPx);
  const virtualizer = useVirtualizer({
    count,
    enabled: windowed,
    overscan: OVERSCAN,
    initialRect: FIRST_GUESS.rect,
    useFlushSync: false,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    rangeExtractor: useCallback(range => withKept(defaultRangeExtractor(range), keep, range.count), [keep]),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another density is another height
  useLayoutEffect(() => {
    const row = windowed && scroller.current?.querySelector<HTMLElement>('[data-row]');
    if (row && row.offsetHeight > 0) setRowPx(row.offsetHeight);
  }, [windowed, scroller, density]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it keeps the heights that it once was told
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  const items = virtualizer.getVirtualItems();
  return useMemo(() => {
    if (!windowed) return Array.from({ length: count }, (_, row) => ({ row }));
    return slotsOf(items, count * rowPx);
  }, [windowed, count, items, rowPx]);
}

function withKept(indexes: number[], keep: number, count: number): number[] {
  if (keep >= count || indexes.includes(keep)) return indexes;
  return [...indexes, keep].sort((one, other) => one - other);
}

/** Items in their order, and the gaps between them. */
export function slotsOf(
  items: readonly { index: number; start: number; end: number }[],
  totalPx: number,
): Slot[] {
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
