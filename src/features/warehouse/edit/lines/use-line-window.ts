import { defaultRangeExtractor, measureElement, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import type { DraftLine } from '#domain/warehouse/draft-line.ts';

/** Beside those in sight: enough for the next turn of a wheel, and few enough for a slow processor. */
const OVERSCAN = 4;

/** Before anything could be measured, e.g. for the first paint. */
const FIRST_RECT = { width: 1024, height: 640 };

/** A line that is in the document, or the height of those that are not. */
export type LineSlot = { index: number } | { gapPx: number; after: number };

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

type LineWindow = {
  slots: readonly LineSlot[];
  /** Of each line that is drawn: what is wrong in it, or a long title, makes it higher than others. */
  measure: ((element: HTMLElement | null) => void) | undefined;
};

/**
 * Which lines of a long document are drawn, and the gaps between them. Unlike the rows of `ui/table`, which are all of
 * one height, each has its own.
 */
export function useLineWindow({
  lines,
  windowed,
  scroller,
  keepIndex,
  estimatePx,
}: LineWindowOptions): LineWindow {
  const keys = useKeys(lines);
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: lines.length,
    enabled: windowed,
    overscan: OVERSCAN,
    initialRect: FIRST_RECT,
    useFlushSync: false,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatePx,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
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
    return windowed ? slotsOf(items, totalPx) : lines.map((_, index) => ({ index }));
  }, [windowed, lines, items, totalPx]);
  return { slots, measure: windowed ? virtualizer.measureElement : undefined };
}

/** The same list as long as no line came, went or moved: a letter that is typed measures nothing anew. */
function useKeys(lines: readonly DraftLine[]): readonly string[] {
  const before = useRef<readonly string[]>([]);
  return useMemo(() => {
    const isSame = lines.length === before.current.length && lines.every(isAt(before.current));
    if (!isSame) before.current = lines.map(({ key }) => key);
    return before.current;
  }, [lines]);
}

function isAt(keys: readonly string[]) {
  return ({ key }: DraftLine, index: number) => keys[index] === key;
}

function addKept(indexes: number[], keepIndex: number, count: number): number[] {
  if (keepIndex < 0) return indexes;
  const kept = [keepIndex - 1, keepIndex, keepIndex + 1].filter(each => each >= 0 && each < count);
  return [...new Set([...indexes, ...kept])].sort((one, other) => one - other);
}

function slotsOf(items: readonly { index: number; start: number; end: number }[], totalPx: number) {
  const slots: LineSlot[] = [];
  let endPx = 0;
  let after = -1;
  for (const { index, start, end } of items) {
    if (start > endPx) slots.push({ gapPx: start - endPx, after });
    slots.push({ index });
    endPx = end;
    after = index;
  }
  if (totalPx > endPx) slots.push({ gapPx: totalPx - endPx, after });
  return slots;
}
