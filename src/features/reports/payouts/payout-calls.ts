/** The calls of a payout, and how each is asked until there is an answer to it. */
import { isOutOfReach, type Problem } from '#api/problem.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type {
  closeReport,
  createReport,
  deleteReport,
  listReports,
  openReport,
  payRequest,
  Report,
  unpayRequest,
} from '#contract/reports.ts';
import type { Result } from '#kit/result.ts';
import { isKnownNotApplied } from '#state/remote/use-action.ts';

type Answer<Value> = Promise<Result<Value, Problem>>;

/** Each is one request. */
export type PayoutCalls = {
  create(promoterId: number): Answer<ReplyOf<typeof createReport>>;
  list(promoterId: number): Answer<ReplyOf<typeof listReports>>;
  read(reportId: number): Answer<Report>;
  pay(requestId: number): Answer<ReplyOf<typeof payRequest>>;
  unpay(requestId: number): Answer<ReplyOf<typeof unpayRequest>>;
  close(reportId: number, version: number | undefined): Answer<ReplyOf<typeof closeReport>>;
  open(reportId: number): Answer<ReplyOf<typeof openReport>>;
  remove(reportId: number, version: number | undefined): Answer<ReplyOf<typeof deleteReport>>;
  /**
   * Waits while the moderator pauses and, after a call that did not get through, until the next one may; false: the moderator
   * wants no further call.
   */
  mayGoOn(after: Problem | null): Promise<boolean>;
  /** The moderator who pays here. */
  ownName: string;
};

/** `unknown`: a call may have been carried out, and reading did not show it. `failed`: it was not. */
export type PayoutFailure =
  | { is: 'failed'; problem: Problem | null }
  | { is: 'unknown'; problem: Problem }
  | { is: 'stopped' };

/** Leaves the payout from wherever it is. */
export class Halt extends Error {
  readonly outcome: PayoutFailure;

  constructor(outcome: PayoutFailure) {
    super(outcome.is);
    this.outcome = outcome;
  }
}

/** How often a failing server, or what was read not to have happened, is tried. */
const TRIES = 3;

type AskOptions<Value> = {
  onProblem?: (problem: Problem) => void;
  /** Of a command: what the server has after an answer that proves nothing; null: it was not carried out. Halts where nobody knows. */
  readBack?: (problem: Problem) => Promise<Value | null>;
};

/**
 * One call until there is an answer to it. What was lost is asked again, which all of these calls allow: they find done
 * what is done. A command whose answer came and proves nothing is read back before it is sent again.
 */
export async function ask<Value>(
  calls: PayoutCalls,
  call: () => Answer<Value>,
  { onProblem = () => {}, readBack }: AskOptions<Value> = {},
): Promise<Value> {
  let [failures, lost]: [number, Problem | null] = [0, null];
  while (await calls.mayGoOn(lost)) {
    const answer = await call();
    if (answer.ok) return answer.value;
    const { problem } = answer;
    onProblem(problem);
    lost = problem;
    if (isLost(problem) && !(readBack && isUnprovenSuccess(problem))) continue;
    const isRefused = isKnownNotApplied(problem);
    const found = isRefused ? null : await readBack?.(problem);
    if (found) return found;
    failures += 1;
    if (isRefused || failures === TRIES) throw new Halt({ is: outcomeAfter(problem, readBack), problem });
  }
  throw new Halt({ is: 'stopped' });
}

/** What was read back is known not to have happened. */
function outcomeAfter(problem: Problem, readBack: object | undefined): 'failed' | 'unknown' {
  const wasRead = readBack !== undefined && readBack !== notRead;
  return wasRead || isKnownNotApplied(problem) ? 'failed' : 'unknown';
}

/** The report after an answer that proves nothing, read once; `problem`: what that answer was. */
export async function readAfter(calls: PayoutCalls, reportId: number, problem?: Problem): Promise<Report> {
  const answer = await calls.read(reportId);
  if (!answer.ok) throw new Halt({ is: 'unknown', problem: problem ?? answer.problem });
  return answer.value;
}

/** Of a command that no reading tells of, and that may be repeated. */
export async function notRead(): Promise<null> {
  return null;
}

function isLost(problem: Problem): boolean {
  return isOutOfReach(problem) || problem.kind === 'unauthenticated';
}

/** Something said 2xx, and may be our server. */
function isUnprovenSuccess({ kind, status }: Problem): boolean {
  return kind === 'foreign' && status >= 200 && status < 400;
}
