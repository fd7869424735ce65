import { isAnswered, type Problem } from '#api/problem.ts';
import { texts } from '../texts.ts';

/** Whether it is known that nothing was saved; otherwise the server has to be asked what it has now. */
export function isKnownUnsaved(problem: Problem): boolean {
  const { kind, status } = problem;
  // A page in front of the server that says 4xx is a no in other words.
  if (kind === 'foreign' && status >= 400 && status < 500 && status !== 408) return true;
  return isAnswered(problem) && kind !== 'server';
}

/** Why a receipt was not saved: the server's own words where they are for people, else ours. */
export function wordsOf(problem: Problem): string {
  return isForPeople(problem.message) ? problem.message : ourWords(problem);
}

function ourWords({ kind, status }: Problem): string {
  const { problems } = texts;
  if (status === 403) return problems.forbidden;
  if (status === 404) return problems.gone;
  if (status === 413) return problems.tooLarge;
  if (status === 419) return problems.pageExpired;
  if (kind === 'offline' || kind === 'timeout' || kind === 'foreign') return problems.noNetwork;
  if (kind === 'unauthenticated') return problems.sessionEnded;
  if (kind === 'throttled' || kind === 'unavailable') return problems.busy;
  return problems.failed;
}

/** What a framework says by itself is English and helps nobody. */
function isForPeople(message: string): boolean {
  return /\p{Script=Cyrillic}/u.test(message);
}
