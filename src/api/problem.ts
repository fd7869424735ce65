/**
 * Why a call did not succeed. Decisions use kind, status and code, never message text ([S11]).
 *
 * - `offline` no answer came; the request may have arrived
 * - `timeout` no answer in time; the request may have arrived
 * - `foreign` an answer that is not shown to be our API's: HTML, cut, an error without JSON; `status` is what it said
 * - `unreadable` a success in JSON that is not what the contract says; `place` tells where
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
