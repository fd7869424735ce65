/**
 * Paying what one promoter is owed, from the first call to the last, and taking it back. It is written for answers that get
 * lost: nothing is asked again before it is known that it may be, and whoever asks twice finds it done.
 */
import { isAnswered, isOutOfReach, type Problem } from '#api/problem.ts';
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
import { toKopecks, toRoubles } from '#kit/money.ts';
import type { Result } from '#kit/result.ts';
import { isKnownNotApplied } from '#state/remote/use-action.ts';
import { isPaid, totalShare } from '../report/totals.ts';

type Answer<Value> = Promise<Result<Value, Problem>>;

/** The calls of a payout, each one request. */
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

/** How many requests, and the promoter's share of them in roubles. */
export type Sum = { count: number; share: number };

/**
 * Whom to pay, and what was agreed to; `hasDue`: a part of it stands in no report yet. `madeId`: the report that was made for it
 * before the sum was found to be another one.
 */
export type Payee = { promoterId: number; agreed: Sum; hasDue: boolean; madeId?: number | null | undefined };

/** What was done here to one report, so that it can be taken back; `isMade`, `isClosed`: it was made or closed by this payment. */
export type PaidReport = {
  reportId: number;
  requests: { id: number; share: number }[];
  isMade: boolean;
  isClosed: boolean;
};

export type PayoutOutcome =
  | { is: 'paid' }
  /** Nothing was paid: the open reports hold something else than was agreed to. */
  | { is: 'differs'; found: Payee }
  | { is: 'failed'; problem: Problem | null }
  | { is: 'stopped' };

/** Leaves the payout from wherever it is. */
class Halt extends Error {
  readonly outcome: Exclude<PayoutOutcome, { is: 'paid' }>;

  constructor(outcome: Halt['outcome']) {
    super(outcome.is);
    this.outcome = outcome;
  }
}

/**
 * Makes a report of what stands in none, reads all open ones, pays what is unpaid in them and closes them; nothing is paid
 * unless together they hold what was agreed to. `paid` hears of each report as it is touched, and is then filled.
 */
export async function payOut(
  calls: PayoutCalls,
  payee: Payee,
  paid: PaidReport[],
  onProgress: (done: number) => void,
): Promise<PayoutOutcome> {
  try {
    // None is made where somebody else has made it meanwhile: then it is among the open ones.
    const make = async () => (await ask(calls, () => calls.create(payee.promoterId))).id;
    let madeId = payee.hasDue ? await make() : payee.madeId;
    let open = await readOpen(calls, payee.promoterId);
    if (!payee.hasDue && sumOfUnpaid(open).count === 0) {
      // The report that held it may be gone, and all of it due again.
      madeId = (await make()) ?? madeId;
      open = await readOpen(calls, payee.promoterId);
    }
    const agreed = sumOfUnpaid(open);
    if (!isSame(agreed, payee.agreed)) {
      return { is: 'differs', found: { ...payee, agreed, hasDue: false, madeId } };
    }
    let done = 0;
    for (const report of open) {
      const own: PaidReport = {
        reportId: report.id,
        requests: [],
        isMade: report.id === madeId,
        isClosed: false,
      };
      await payAndClose(calls, report, paid, own, () => onProgress(++done));
    }
    return { is: 'paid' };
  } catch (halt) {
    if (!(halt instanceof Halt)) throw halt;
    return halt.outcome;
  }
}

/**
 * Opens the reports again and takes back what was paid here, and nothing else; what is taken back leaves `paid`. A report that
 * the payment made itself is there no more afterwards.
 */
export async function takeBack(
  calls: PayoutCalls,
  paid: PaidReport[],
): Promise<Exclude<PayoutOutcome, { is: 'paid' | 'differs' }> | { is: 'takenBack' }> {
  try {
    for (let last = paid.at(-1); last; last = paid.at(-1)) {
      const { reportId, requests, isMade } = last;
      const report = await ask(calls, () => calls.read(reportId));
      if (report.closed_at !== null) await ask(calls, () => calls.open(reportId));
      for (let request = requests.at(-1); request; request = requests.at(-1)) {
        const { id } = request;
        await ask(calls, () => calls.unpay(id));
        requests.pop();
      }
      paid.pop();
      if (isMade) await removeUntouched(calls, reportId);
    }
    return { is: 'takenBack' };
  } catch (halt) {
    if (!(halt instanceof Halt) || halt.outcome.is === 'differs') throw halt;
    return halt.outcome;
  }
}

/** What was paid of these. */
export function sumOfPaid(paid: readonly PaidReport[]): Sum {
  return sumOfSums(paid.flatMap(({ requests }) => requests.map(({ share }) => ({ count: 1, share }))));
}

/** All of them together, exact to the kopeck. */
export function sumOfSums(sums: readonly Sum[]): Sum {
  return {
    count: sums.reduce((count, each) => count + each.count, 0),
    share: toRoubles(sums.reduce((kopecks, each) => kopecks + toKopecks(each.share), 0)),
  };
}

/** Whether they agree to the kopeck. */
export function isSame(one: Sum, other: Sum): boolean {
  return one.count === other.count && toKopecks(one.share) === toKopecks(other.share);
}

/** The promoter's open reports, oldest first. */
async function readOpen(calls: PayoutCalls, promoterId: number): Promise<Report[]> {
  const { list } = await ask(calls, () => calls.list(promoterId));
  const ids = list.filter(({ closed_at }) => closed_at === null).map(({ id }) => id);
  const reports: Report[] = [];
  for (const id of ids.sort((a, b) => a - b)) reports.push(await ask(calls, () => calls.read(id)));
  return reports;
}

async function payAndClose(
  calls: PayoutCalls,
  report: Report,
  paid: PaidReport[],
  own: PaidReport,
  onPaid: () => void,
): Promise<void> {
  for (const request of report.promo_requests.filter(each => !isPaid(each))) {
    if (await payOne(calls, request.id)) {
      if (own.requests.length === 0) paid.push(own);
      own.requests.push({ id: request.id, share: totalShare([request]) });
    }
    onPaid();
  }
  own.isClosed = await close(calls, report.id);
  if (own.isClosed && own.requests.length === 0) paid.push(own);
}

/**
 * Deletes a report that is as it was when the payment made it: open, and nothing paid in it. The version keeps it where another
 * moderator changes it meanwhile. The money is back already: whatever keeps the report ends nothing.
 */
async function removeUntouched(calls: PayoutCalls, reportId: number): Promise<void> {
  try {
    const { closed_at, promo_requests, version } = await ask(calls, () => calls.read(reportId));
    if (closed_at !== null || promo_requests.some(isPaid)) return;
    await ask(calls, () => calls.remove(reportId, version));
  } catch (halt) {
    if (!(halt instanceof Halt)) throw halt;
  }
}

/** Whether it was this payout that paid: what somebody else has paid meanwhile is not ours to count or to take back. */
async function payOne(calls: PayoutCalls, requestId: number): Promise<boolean> {
  let wasLost = false;
  const { changed, by } = await ask(
    calls,
    () => calls.pay(requestId),
    problem => {
      wasLost ||= isUnknown(problem);
    },
  );
  return changed !== false || (wasLost && (!by || by.name === calls.ownName));
}

/** Closes the report as it is now, if all of it is still paid; whether it was this payout that did. */
async function close(calls: PayoutCalls, reportId: number, wasLost = false): Promise<boolean> {
  const report = await ask(calls, () => calls.read(reportId));
  if (report.closed_at !== null) return wasLost;
  if (sumOfUnpaid([report]).count > 0) throw new Halt({ is: 'failed', problem: null });
  let isLost = wasLost;
  try {
    await ask(
      calls,
      () => calls.close(reportId, report.version),
      problem => {
        isLost ||= isUnknown(problem);
      },
    );
    return true;
  } catch (halt) {
    // It was changed since it was read: by a close of ours whose answer was lost, or by somebody else.
    const isChanged =
      halt instanceof Halt && halt.outcome.is === 'failed' && halt.outcome.problem?.status === 412;
    if (!isChanged) throw halt;
    return close(calls, reportId, isLost);
  }
}

/** Whether a call may have been carried out though it was not answered so. */
function isUnknown(problem: Problem): boolean {
  return !isKnownNotApplied(problem);
}

/**
 * One call until there is an answer to it. What was lost is asked again, which all of these calls allow: they find done
 * what is done. Only a refusal ends it.
 */
async function ask<Value>(
  calls: PayoutCalls,
  call: () => Answer<Value>,
  onProblem: (problem: Problem) => void = () => {},
): Promise<Value> {
  let [failures, lost]: [number, Problem | null] = [0, null];
  while (await calls.mayGoOn(lost)) {
    const answer = await call();
    if (answer.ok) return answer.value;
    const { problem } = answer;
    onProblem(problem);
    const isLost = isOutOfReach(problem) || problem.kind === 'unauthenticated';
    if (!isLost) failures += 1;
    const isFinal = isAnswered(problem) && problem.kind !== 'server';
    if (!isLost && (isFinal || failures === TRIES)) throw new Halt({ is: 'failed', problem });
    lost = problem;
  }
  throw new Halt({ is: 'stopped' });
}

/** How often a server's own fault, or an answer that cannot be read, is asked about. */
const TRIES = 3;

function sumOfUnpaid(reports: readonly Report[]): Sum {
  const unpaid = reports.flatMap(({ promo_requests }) => promo_requests.filter(each => !isPaid(each)));
  return { count: unpaid.length, share: totalShare(unpaid) };
}
