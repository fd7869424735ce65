import { defaultRangeExtractor, measureElement, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useMemo } from 'react';
import type { DraftLine } from '#domain/warehouse/draft-line.ts';
import { slotsOf } from '#ui/table/use-window.ts';

/** Beside those in sight: enough for the next turn of a wheel, and few enough for a slow processor. */
const OVERSCAN = 4;

/** Before anything could be measured, e.g. for the first paint. */
const FIRST_RECT = { width: 1024, height: 640 };

type LineWindowOptions = {
  lines: readonly DraftLine[];
  /** False puts all lines into the document. */
  windowed: boolean;
  scroller: RefObject<HTMLElement | null>;
  /** The line with the keyboard's focus is always there, with its neighbours, so that Tab leads on; -1 for none. */
  keepIndex: number;
  /** How high a line probably is that was never drawn. */
  estimatePx: number;
};

/**
 * Which lines of a long document are drawn, and the gaps between them. Unlike the rows of `ui/table`, which are all of
 * one height, each is measured: what is wrong in it, or a long title, makes it higher than others.
 */
export function useLineWindow({ lines, windowed, scroller, keepIndex, estimatePx }: LineWindowOptions) {
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: lines.length,
    enabled: windowed,
    overscan: OVERSCAN,
    initialRect: FIRST_RECT,
    useFlushSync: false,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatePx,
    getItemKey: useCallback((index: number) => lines[index]?.key ?? index, [lines]),
    // Where nothing is laid out, every line would be 0 px high and all of them in sight.
    measureElement: (...measured) => measureElement(...measured) || estimatePx,
    rangeExtractor: useCallback(
      range => addKept(defaultRangeExtractor(range), keepIndex, range.count),
      [keepIndex],
    ),
  });
  const items = virtualizer.getVirtualItems();
  const totalPx = virtualizer.getTotalSize();
  const slots = useMemo(() => {
    return windowed ? slotsOf(items, totalPx) : lines.map((_, row) => ({ row }));
  }, [windowed, lines, items, totalPx]);
  return { slots, measure: windowed ? virtualizer.measureElement : undefined };
}

function addKept(indexes: number[], keepIndex: number, count: number): number[] {
  if (keepIndex < 0) return indexes;
  const kept = [keepIndex - 1, keepIndex, keepIndex + 1].filter(each => each >= 0 && each < count);
  return [...new Set([...indexes, ...kept])].sort((one, other) => one - other);
}
