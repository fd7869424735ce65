import { isAnswered, type Problem } from '#api/problem.ts';

/** Whether nobody knows if it has happened: the list has to be asked. */
export function mayHaveHappened(problem: Problem): boolean {
  return !isAnswered(problem) || problem.kind === 'server';
}
