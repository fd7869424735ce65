import { isAnswered, type Problem } from '#api/problem.ts';

/** Whether nobody knows if it has happened: the list has to be asked. A page that says 4xx is a no in other words. */
export function mayHaveHappened(problem: Problem): boolean {
  const { kind, status } = problem;
  if (kind === 'foreign' && status >= 400 && status < 500 && status !== 408) return false;
  return !isAnswered(problem) || kind === 'server';
}
