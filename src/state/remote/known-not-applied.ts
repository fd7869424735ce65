import { isAnswered, type Problem } from '#api/problem.ts';

/** Whether it is known that nothing has happened; otherwise the server has to be asked what there is now. */
export function isKnownNotApplied(problem: Problem): boolean {
  return isAnswered(problem) && problem.kind !== 'server';
}
