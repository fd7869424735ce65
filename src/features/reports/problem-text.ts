import type { Problem } from '#api/problem.ts';
import { isKnownNotApplied } from '#state/remote/use-action.ts';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { whyNotDone } from '#ui/remote/why-not-done.ts';
import { texts } from './texts.ts';

/** Why something was not done; what a server said in English is on a line of its own (`ServerWords`). */
export function problemText(problem: Problem): string {
  const isChanged = problem.kind === 'refused' && problem.status === 412;
  return isChanged ? texts.changedMeanwhile : whyNotDone(problem);
}

/** The same where the answer may leave it open: then `open` says what is known. */
export function outcomeText(problem: Problem, open: (why: string) => string): string {
  return isKnownNotApplied(problem) ? problemText(problem) : open(whyUnknown(problem));
}

/** Whether every further row would meet the same, e.g. a report that is closed, so that paying many has to stop. */
export function stopsEveryRow({ kind, status }: Problem): boolean {
  return kind === 'refused' ? status === 403 || status === 409 : kind !== 'server';
}
