import type { Problem } from '#api/problem.ts';
import { texts } from './texts.ts';

/** What the error line of the login screen says. A refusal is told in the server's own words, if it has any. */
export function signInError(problem: Problem, authError: string): string {
  switch (problem.kind) {
    case 'offline':
    case 'timeout':
    case 'foreign':
      return texts.noConnectionWhy;
    case 'throttled':
      return texts.throttled;
    case 'unavailable':
    case 'server':
      return texts.serverFailed;
    default:
      return authError || problem.message || texts.wrong;
  }
}
