import type { Answer } from './trace.ts';

/** Kleene's logic of three values; an error is stronger than all of them, so that order never matters. */

/** True of nothing; false as soon as one is. */
export function all(answers: readonly Answer[]): Answer {
  if (answers.includes('error')) return 'error';
  if (answers.includes('false')) return 'false';
  return answers.includes('unknown') ? 'unknown' : 'true';
}

/** False of nothing; true as soon as one is. */
export function any(answers: readonly Answer[]): Answer {
  return not(all(answers.map(not)));
}

/** Unknown stays unknown, and an error stays an error. */
export function not(answer: Answer): Answer {
  if (answer === 'true') return 'false';
  return answer === 'false' ? 'true' : answer;
}

export function answerOf(holds: boolean): Answer {
  return holds ? 'true' : 'false';
}
