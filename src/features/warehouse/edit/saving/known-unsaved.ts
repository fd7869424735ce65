import type { Problem } from '#api/problem.ts';
import { isKnownNotApplied } from '#state/remote/known-not-applied.ts';

const TIMED_OUT = 408;

/** Whether it is known that a receipt was not saved; otherwise the server has to be asked what it has now. */
export function isKnownUnsaved(problem: Problem): boolean {
  const { kind, status } = problem;
  // A page in front of the server that says 4xx is a no in other words.
  const isOtherNo = kind === 'foreign' && status >= 400 && status < 500 && status !== TIMED_OUT;
  return isOtherNo || isKnownNotApplied(problem);
}
