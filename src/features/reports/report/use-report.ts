import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Problem } from '#api/problem.ts';
import { getReport, type Report } from '#contract/reports.ts';
import type { Result } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';

export type RemoteReport = {
  remote: Remote<Report>;
  /** Reads the report now and says what came of it; what is told of rows meanwhile stays. */
  refetch: () => Promise<Result<Report, Problem>>;
  /** Puts what an answer said of one row, or of the report, into what is held. */
  change: (id: number | null, next: (current: Report) => Report) => void;
};

/** One report, and the ways to learn anew what is true of it. */
export function useReport(id: number): RemoteReport {
  const remote = useRemote(getReport, { id });
  const fetchReport = useAction(getReport);
  const latest = useRef(remote);
  useLayoutEffect(() => {
    latest.current = remote;
  });
  /** For each reading that is under way: the rows that were settled since it began. */
  const pendingReads = useRef(new Set<Set<number>>());
  const refetch = useCallback(async () => {
    const settled = new Set<number>();
    pendingReads.current.add(settled);
    const answer = await fetchReport({ id });
    pendingReads.current.delete(settled);
    if (answer.ok) latest.current.change(current => mergeReport(answer.value, current, settled));
    // The reading of the screen then says what is wrong, and asks again until somebody answers.
    else void latest.current.reload();
    return answer;
  }, [fetchReport, id]);
  const change = useCallback((row: number | null, next: (current: Report) => Report) => {
    if (row !== null) for (const settled of pendingReads.current) settled.add(row);
    latest.current.change(next);
  }, []);
  return { remote, refetch, change };
}

/** A report that was just read; of rows that were settled while it was on its way, what is held is newer. */
export function mergeReport(fresh: Report, current: Report, settled: ReadonlySet<number>): Report {
  if (settled.size === 0) return fresh;
  const paidOf = new Map(current.promo_requests.map(({ id, paid }) => [id, paid]));
  return {
    ...fresh,
    promo_requests: fresh.promo_requests.map(request =>
      settled.has(request.id) ? { ...request, paid: paidOf.get(request.id) ?? request.paid } : request,
    ),
  };
}

/** The report with another flag at one of its rows. */
export function withPaid(report: Report, id: number, paid: Report['promo_requests'][number]['paid']): Report {
  return {
    ...report,
    promo_requests: report.promo_requests.map(request =>
      request.id === id ? { ...request, paid } : request,
    ),
  };
}
