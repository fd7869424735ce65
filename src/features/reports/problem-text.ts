import type { Problem } from '#api/problem.ts';
import { whyNotDone } from '#ui/remote/why-not-done.ts';
import { texts } from './texts.ts';

/** Why something was not done; what a server said in English is on a line of its own (`ServerWords`). */
export function problemText(problem: Problem): string {
  const isChanged = problem.kind === 'refused' && problem.status === 412;
  return isChanged ? texts.changedMeanwhile : whyNotDone(problem);
}

/** The report was closed by somebody else: what is shown of it is old. */
export function isReportClosed({ kind, status }: Problem): boolean {
  return kind === 'refused' && status === 409;
}

/** Whether every further row would meet the same, so that paying many has to stop. */
export function stopsEveryRow(problem: Problem): boolean {
  const { kind, status } = problem;
  if (kind === 'refused') return status === 403 || isReportClosed(problem);
  return kind !== 'server';
}
