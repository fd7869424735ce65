import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Problem } from '#api/problem.ts';
import { getReport, type Report } from '#contract/reports.ts';
import type { Result } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { keepSettled } from './merge-read.ts';

export type HeldReport = {
  remote: Remote<Report>;
  /** Reads the report now and says what came of it; what is told of rows meanwhile stays. */
  readAgain: () => Promise<Result<Report, Problem>>;
  /** Puts what an answer said of one row, or of the report, into what is held. */
  change: (id: number | null, next: (held: Report) => Report) => void;
};

/** One report, and the ways to learn anew what is true of it. */
export function useReport(id: number): HeldReport {
  const remote = useRemote(getReport, { id });
  const ask = useAction(getReport);
  const latest = useRef(remote);
  useLayoutEffect(() => {
    latest.current = remote;
  });
  /** For each reading that is under way: the rows that were settled since it began. */
  const readings = useRef(new Set<Set<number>>());
  const readAgain = useCallback(async () => {
    const settled = new Set<number>();
    readings.current.add(settled);
    const answer = await ask({ id });
    readings.current.delete(settled);
    if (answer.ok) latest.current.change(held => keepSettled(answer.value, held, settled));
    // The reading of the screen then says what is wrong, and asks again until somebody answers.
    else void latest.current.reload();
    return answer;
  }, [ask, id]);
  const change = useCallback((row: number | null, next: (held: Report) => Report) => {
    if (row !== null) for (const settled of readings.current) settled.add(row);
    latest.current.change(next);
  }, []);
  return { remote, readAgain, change };
}
