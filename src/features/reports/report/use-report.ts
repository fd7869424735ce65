import { useRef } from 'react';
import type { Problem } from '#api/problem.ts';
import { getReport, type Report } from '#contract/reports.ts';
import type { Result } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { useStable } from '#ui/use-stable.ts';

export type RemoteReport = {
  remote: Remote<Report>;
  /** Reads the report now and says what came of it. */
  refetch: () => Promise<Result<Report, Problem>>;
  /** Puts what an answer said into what is held. */
  change: (next: (current: Report) => Report) => void;
};

/** One report, and the ways to learn anew what is true of it. */
export function useReport(id: number): RemoteReport {
  const remote = useRemote(getReport, { id });
  const fetchReport = useAction(getReport);
  const changes = useRef(0);
  const refetch = useStable(async (): Promise<Result<Report, Problem>> => {
    const before = changes.current;
    const answer = await fetchReport({ id });
    // The reading of the screen then says what is wrong, and asks again until somebody answers.
    if (!answer.ok) void remote.reload();
    // What was read may be older than what was changed meanwhile.
    else if (changes.current !== before) return refetch();
    else remote.change(() => answer.value);
    return answer;
  });
  const change = useStable((next: (current: Report) => Report) => {
    changes.current += 1;
    remote.change(next);
  });
  return { remote, refetch, change };
}
