import { isAnswered, type Problem } from '#api/problem.ts';
import { MINUTE_MS } from '#kit/clock.ts';

/** Also an entry's stored error: what older apps wrote has no `place`. */
type Faulty = Pick<Problem, 'status'> & { kind: string; place?: string; retryAfterMs?: number | null };

/**
 * What is wrong with an answer that came and cannot be trusted, without a full stop; '' for every other problem, also
 * for a page with 2xx, which a portal sends instead of our server.
 */
export function answerFault({ kind, status, place = '', retryAfterMs = null }: Faulty): string {
  if (kind === 'unreadable') return ['Ответ сервера не прочитать', place].filter(Boolean).join(': ');
  if (kind !== 'foreign' || status < 400) return '';
  return status === 503 ? maintenance(retryAfterMs) : errorOf(status);
}

function errorOf(status: number): string {
  return `Сервер ответил ошибкой ${status}`;
}

function maintenance(retryAfterMs: number | null): string {
  const minutes = minutesOf(retryAfterMs);
  return `Сервер на обслуживании${minutes > 0 ? `, попробуйте через ${minutes} мин` : ''}`;
}

function minutesOf(retryAfterMs: number | null): number {
  return Math.ceil((retryAfterMs ?? 0) / MINUTE_MS);
}

/** Why what waits does not go although something answered: also that the server asks to wait. */
export function whyWaiting(problem: Problem): string {
  const minutes = minutesOf(problem.retryAfterMs);
  if (problem.kind === 'unavailable') return maintenance(problem.retryAfterMs);
  if (problem.kind !== 'throttled') return answerFault(problem);
  return `Сервер просит подождать${minutes > 0 ? ` ${minutes} мин` : ''}: слишком много запросов`;
}

/** Why nothing can be shown although something answered; '' where nothing did. */
export function whyNotDone(problem: Problem): string {
  return whyWaiting(problem) || (problem.kind === 'server' ? errorOf(problem.status) : '');
}

/** The same of a change that may have been made: «Ответ не пришел» only where none came. */
export function whyUnknown(problem: Faulty): string {
  return answerFault(problem) || (problem.status >= 400 ? errorOf(problem.status) : 'Ответ не пришел');
}

type Words = { offline: string; failed: string };

/**
 * What a screen says of a reading that failed: what is wrong with the answer, else `failed` of an answer that can be
 * trusted, else `offline`. `unanswered`: nothing is wrong but the connection.
 */
export function describeFailure(problem: Problem, words: Words): { unanswered: boolean; why: string } {
  const fault = whyWaiting(problem);
  const unanswered = fault === '' && !isAnswered(problem);
  return { unanswered, why: fault || (unanswered ? words.offline : words.failed) };
}
