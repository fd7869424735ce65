import type { Problem } from '#api/problem.ts';
import { answerFault } from './answer-fault.ts';
import { toServerWords } from './to-server-words.ts';

/** Why something was not saved, in the words of whoever saves it. */
type SaveWords = {
  readonly noNetwork: string;
  readonly sessionEnded: string;
  readonly pageExpired: string;
  readonly forbidden: string;
  readonly gone: string;
  readonly tooLarge: string;
  readonly busy: string;
  readonly failed: string;
};

/** Why something was not saved: the server's own words where they are for people, else ours. */
export function whyUnsaved(problem: Problem, words: SaveWords): string {
  const own = ourWords(problem, words);
  return toServerWords({ status: problem.status, message: problem.message }, own) || own;
}

function ourWords(problem: Problem, words: SaveWords): string {
  const { kind, status } = problem;
  // Without JSON too: these two come from what stands before the application.
  if (status === 413) return words.tooLarge;
  if (status === 419) return words.pageExpired;
  const fault = answerFault(problem);
  if (fault) return fault;
  if (status === 403) return words.forbidden;
  if (status === 404) return words.gone;
  if (kind === 'offline' || kind === 'timeout' || kind === 'foreign') return words.noNetwork;
  if (kind === 'unauthenticated') return words.sessionEnded;
  if (kind === 'throttled' || kind === 'unavailable') return words.busy;
  return words.failed;
}
