import { useEffect, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useSession } from '#state/session.ts';
import { hasNoFocus } from '#ui/keys/keys.ts';
import type { RowKey, Sort } from '#ui/table/column.ts';

/** Where the reader of a report left it for one of its requests. */
type Place = {
  /** Whose place it is: nobody goes on with what somebody else has chosen. */
  reader: number;
  opened: number | null;
  selected: readonly RowKey[];
  sort: Sort | undefined;
};

/** The report that was read last. */
let lastRead: number | null = null;

export function useLastRead(report: number): void {
  useEffect(() => {
    lastRead = report;
  }, [report]);
}

/** The shell gives the focus to the title of each new screen. */
function afterShell(act: () => void): () => void {
  const frame = requestAnimationFrame(act);
  return () => cancelAnimationFrame(frame);
}

/** Whoever comes back from a report to a list of them is at its row. */
export function useReturnToReport(): void {
  const isReturn = useNavigationType() === 'POP';
  useEffect(() => {
    if (!isReturn || lastRead === null) return;
    return afterShell(() => {
      const link = document.querySelector<HTMLElement>(`[data-report="${lastRead}"]`);
      if (hasNoFocus()) (link?.closest('tr') ?? link)?.focus();
      lastRead = null;
    });
  }, [isReturn]);
}

/** By report; for as long as the page lives. */
const places = new Map<number, Place>();

const START: Place = { reader: 0, opened: null, selected: [], sort: undefined };

/** The reader leaves the report for one of its requests. */
export function rememberOpenedRow(report: number, opened: number): void {
  places.set(report, { ...START, ...places.get(report), opened });
}

/** Selection and order of a report's rows; whoever comes back from a request finds both, and the focus at its row. */
export function usePlace(report: number) {
  const reader = useSession().user?.id ?? 0;
  const [before] = useState(() => {
    const left = places.get(report);
    return left?.reader === reader && left.opened !== null ? left : START;
  });
  const [selected, setSelected] = useState(before.selected);
  const [sort, setSort] = useState(before.sort);
  useEffect(() => {
    places.set(report, { reader, opened: null, selected, sort });
  }, [reader, report, selected, sort]);
  useEffect(() => {
    if (before.opened === null) return;
    return afterShell(() =>
      document.querySelector<HTMLElement>(`[data-request="${before.opened}"]`)?.focus(),
    );
  }, [before]);
  return { selected, setSelected, sort, setSort };
}
