import { useEffect, useState } from 'react';
import type { RowKey, Sort } from '#ui/table/column.ts';

/** Where the reader of a report left it for one of its requests. */
type Place = { opened: number | null; selected: readonly RowKey[]; sort: Sort | undefined };

/** By report; for as long as the page lives. */
const places = new Map<number, Place>();

const START: Place = { opened: null, selected: [], sort: undefined };

/** The reader leaves the report for one of its requests. */
export function rememberOpenedRow(report: number, opened: number): void {
  places.set(report, { ...START, ...places.get(report), opened });
}

/** Selection and order of a report's rows; whoever comes back from a request finds both, and the focus at its row. */
export function usePlace(report: number) {
  const [before] = useState(() => {
    const left = places.get(report);
    return left === undefined || left.opened === null ? START : left;
  });
  const [selected, setSelected] = useState(before.selected);
  const [sort, setSort] = useState(before.sort);
  useEffect(() => {
    places.set(report, { opened: null, selected, sort });
  }, [report, selected, sort]);
  useEffect(() => {
    if (before.opened === null) return;
    // After the shell, which gives the focus to the title of each new screen.
    const frame = requestAnimationFrame(() => {
      document.querySelector<HTMLElement>(`[data-request="${before.opened}"]`)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [before]);
  return { selected, setSelected, sort, setSort };
}
