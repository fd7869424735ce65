import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RowKey } from './column.ts';
import type { Slot } from './use-window.ts';

/** So many rows are exchanged from one frame to the next: what a slow processor can paint in between. */
const STEP = 8;

/** The row at a place of the table. */
export type Placed<Row> = { row: Row; rowKey: RowKey };

type StepsOptions<Row> = {
  slots: readonly Slot[];
  rows: readonly Row[];
  /** Of the rows, in the same order. */
  keys: readonly RowKey[];
  /** False exchanges all of them at once. */
  gradual: boolean;
};

/**
 * Which row stands at each place. Other rows (a new order, a letter more of a search) come from the top down, a few
 * with each frame; below them the earlier ones still stand, and nothing may be pressed until all are there.
 */
export function useSteps<Row>({ slots, rows, keys, gradual }: StepsOptions<Row>) {
  const before = useRef<ReadonlyMap<number, Placed<Row>>>(new Map());
  const [progress, setProgress] = useState({ rows, count: Number.POSITIVE_INFINITY });
  if (progress.rows !== rows) setProgress({ rows, count: STEP });
  const count = gradual ? progress.count : Number.POSITIVE_INFINITY;
  const places = slots.flatMap(slot => ('row' in slot ? slot.row : []));
  const placed = new Map<number, Placed<Row>>();
  for (const [order, place] of places.entries()) {
    const earlier = order < count ? undefined : before.current.get(place);
    const now = earlier ?? placedAt(place, rows, keys);
    if (now) placed.set(place, now);
  }
  useLayoutEffect(() => {
    before.current = placed;
  });
  const isStepping = count < places.length;
  useEffect(() => {
    if (!isStepping) return;
    const frame = requestAnimationFrame(() => setProgress({ rows, count: count + STEP }));
    return () => cancelAnimationFrame(frame);
  }, [rows, count, isStepping]);
  return { placed, isStepping };
}

function placedAt<Row>(place: number, rows: readonly Row[], keys: readonly RowKey[]): Placed<Row> | null {
  const row = rows[place];
  const rowKey = keys[place];
  return row === undefined || rowKey === undefined ? null : { row, rowKey };
}
