import type { Problem } from '#api/problem.ts';
import { answerWords } from './answer-fault.ts';
import { toServerWords } from './to-server-words.ts';

/** Why something was not done: the server's own words where they are for people, else ours. */
export function whyNotDone(problem: Problem): string {
  const { kind, status, message } = problem;
  const own = `${answerWords(problem)}.`;
  if (kind !== 'refused' && kind !== 'server') return own;
  return toServerWords({ status, message }, own) || own;
}
