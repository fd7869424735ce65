import { isAnswered, type Problem } from '#api/problem.ts';

/**
 * What a failed attempt proves about an entry ([S11], the state diagram of SYNC.md).
 *
 * - `not-applied` nothing happened: back to queued
 * - `refused` nothing happened and nothing will: rejected, until the user corrects it
 * - `unknown` it stays unsure
 */
export type Verdict = 'not-applied' | 'refused' | 'unknown';

/** Judges by kind alone, never by message text. */
export function verdictOf({ kind }: Problem): Verdict {
  switch (kind) {
    case 'unauthenticated':
    case 'throttled':
    case 'unavailable':
      return 'not-applied';
    case 'refused':
      return 'refused';
    default:
      return 'unknown';
  }
}

/** Whether the backend asks to come back later, whatever is wanted of it. */
export function asksToWait({ kind, status }: Problem): boolean {
  return kind === 'throttled' || kind === 'unavailable' || (kind === 'foreign' && status === 503);
}

/** Whether the whole pass should stop: the backend asks to wait, or nobody is signed in. */
export function stopsPass(problem: Problem): boolean {
  return asksToWait(problem) || problem.kind === 'unauthenticated';
}

/** Whether the way to the backend is in doubt, so that it is probed before the next entry. */
export function doubtsConnection(problem: Problem): boolean {
  return !isAnswered(problem);
}
