/**
 * Why a call did not succeed. Decisions use kind, status and code, never message text ([S11]).
 *
 * - `offline` no answer came; the request may have arrived
 * - `timeout` no answer in time; the request may have arrived
 * - `foreign` an answer that is not shown to be our API's: HTML, an error without JSON; `status` is what it said
 * - `unreadable` a success in JSON that is cut, or not what the contract says; `place` tells where
 * - `unchanged` 304: what the caller holds, by the tag it sent, is still what there is
 * - `refused` our API refused: 4xx, or 2xx without the field that means success
 * - `unauthenticated` 401, or nobody is signed in
 * - `throttled` 429 · `unavailable` 425, 503 in JSON: proven not applied
 * - `server` another 5xx, 408, or 409 because the same key is still in progress: applied or not, nobody knows
 */
export type ProblemKind =
  | 'offline'
  | 'timeout'
  | 'foreign'
  | 'unreadable'
  | 'unchanged'
  | 'refused'
  | 'unauthenticated'
  | 'throttled'
  | 'unavailable'
  | 'server';

/**
 * The one error shape of every call. `status` 0 = no answer; `fields` = server messages by field path; `keyStatus`: what
 * the backend said of the Idempotency-Key, '' for nothing; `place`: of which answer what could not be read, for people:
 * «заявки, поле percentSum», '' otherwise.
 */
export type Problem = {
  kind: ProblemKind;
  status: number;
  message: string;
  code: string;
  fields: Record<string, string[]>;
  retryAfterMs: number | null;
  keyStatus: string;
  place: string;
  /** [S11] It came without the Idempotency-Status that this backend gives: somebody else may have said it. */
  lacksEcho?: true;
  /**
   * Of a 401, what became of the session: `ended`, or nobody was signed in; `done`: renewed, and refused all the same;
   * a problem: why it could not be renewed.
   */
  renewal?: 'ended' | 'done' | Problem;
  cause?: unknown;
};

/** A problem without anything the server said. */
export function problem(kind: ProblemKind, rest: Partial<Problem> = {}): Problem {
  const nothing = {
    status: 0,
    message: '',
    code: '',
    fields: {},
    retryAfterMs: null,
    keyStatus: '',
    place: '',
  };
  return { kind, ...nothing, ...rest };
}

/** Whether the answer is shown to be our server's, so that it can be trusted. */
export function isAnswered({ kind }: Problem): boolean {
  return !['offline', 'timeout', 'foreign', 'unreadable'].includes(kind);
}

/** Whether no other call would get through either: no answer, a page of something between, maintenance, or too many calls. */
export function isOutOfReach({ kind, status }: Problem): boolean {
  const isPageBetween = kind === 'foreign' && (status < 400 || status === 503);
  return isPageBetween || ['offline', 'timeout', 'throttled', 'unavailable'].includes(kind);
}

/**
 * What an answer was, for whoever is told of it.
 *
 * - `network` no answer came · `portal` a page of something between, in place of our server
 * - `maintenance` 503 · `busy` 429 · `server` another error that proves nothing: 5xx, a status without JSON
 * - `unreadable` a success that cannot be read
 * - `signedOut` the session has ended, which the shell tells · `session` 401, though the session goes on
 * - `forbidden` 403 · `gone` 404, 410 · `refused` any other refusal
 */
export type AnswerKind =
  | 'network'
  | 'portal'
  | 'maintenance'
  | 'busy'
  | 'server'
  | 'unreadable'
  | 'signedOut'
  | 'session'
  | 'forbidden'
  | 'gone'
  | 'refused';

/** A problem, or what an entry keeps of one. */
export type FailedAnswer = Pick<Problem, 'status'> & {
  kind: string;
  place?: string;
  retryAfterMs?: number | null;
  renewal?: Problem['renewal'];
};

/** What is to be told: of a 401 whose session could not be renewed, what kept it from that. */
export function obstacleOf(answer: FailedAnswer): FailedAnswer {
  return typeof answer.renewal === 'object' ? answer.renewal : answer;
}

/** Tells what an answer was. */
export function answerKindOf(answer: FailedAnswer): AnswerKind {
  const { kind, status, renewal } = obstacleOf(answer);
  if (kind === 'unauthenticated') return renewal === 'ended' || status === 0 ? 'signedOut' : 'session';
  if (kind === 'offline' || kind === 'timeout') return 'network';
  if (kind === 'unreadable') return 'unreadable';
  if (kind === 'throttled') return 'busy';
  if (kind === 'refused') return refusalKindOf(status);
  if (kind === 'foreign' && status < 400) return 'portal';
  return status === 503 || kind === 'unavailable' ? 'maintenance' : 'server';
}

function refusalKindOf(status: number): AnswerKind {
  if (status === 403) return 'forbidden';
  return status === 404 || status === 410 ? 'gone' : 'refused';
}
