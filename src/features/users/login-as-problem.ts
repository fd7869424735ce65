import { isAnswered, type Problem } from '#api/problem.ts';
import { texts } from './texts.ts';

/** Why one could not go on as another, in the server's words where it has some. */
export function loginAsProblem(problem: Problem): string {
  if (problem.kind === 'offline' || problem.kind === 'timeout') return texts.noAnswer;
  if (!isAnswered(problem) || problem.kind === 'server') return texts.serverFailed;
  return problem.message || texts.refused;
}
