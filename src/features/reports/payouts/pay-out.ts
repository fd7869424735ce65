/**
 * Paying what one promoter is owed, from the first call to the last, and taking it back. It is written for answers that get
 * lost: nothing is asked again before it is known that it may be, and whoever asks twice finds it done.
 */
import { isAnswered, isOutOfReach, type Problem } from '#api/problem.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type {
  closeReport,
  createReport,
  listReports,
  openReport,
  payRequest,
  Report,
  unpayRequest,
} from '#contract/reports.ts';
import type { Result } from '#kit/result.ts';
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
  /**
   * Waits while the moderator pauses and, after a call that did not get through, until the next one may; false: the moderator
   * wants no further call.
   */
  mayGoOn(after: Problem | null): Promise<boolean>;
};

/** How many requests, and the promoter's share of them in roubles. */
export type Sum = { count: number; share: number };

/** Whom to pay; `open` and `due` are what the moderator has seen of it and agreed to. */
export type Payee = { promoterId: number; open: Sum; due: Sum };

/** What was paid here, so that it can be taken back: by report, in the order in which it was done. */
export type PaidReport = { reportId: number; requestIds: number[]; share: number };

export type PayoutOutcome =
  | { is: 'paid'; paid: PaidReport[] }
  /** Nothing was paid of this report: it holds something else than was agreed to. */
  | { is: 'differs'; paid: PaidReport[]; found: Payee }
  | { is: 'failed'; paid: PaidReport[]; problem: Problem | null }
  | { is: 'stopped'; paid: PaidReport[] };

/** Told as it goes on: how many requests of all that are to be paid have been. */
type Progress = (done: number) => void;

/** Leaves the payout from wherever it is. */
class Halt extends Error {
  readonly outcome: Exclude<PayoutOutcome['is'], 'paid'>;
  readonly problem: Problem | null;
  readonly found: Payee | null;

  constructor(outcome: Halt['outcome'], more: { problem?: Problem | null; found?: Payee } = {}) {
    super(outcome);
    this.outcome = outcome;
    this.problem = more.problem ?? null;
    this.found = more.found ?? null;
  }
}

/** Pays all that is in open reports and all that is due, and closes the reports. */
export async function payOut(calls: PayoutCalls, payee: Payee, onProgress: Progress): Promise<PayoutOutcome> {
  const paid: PaidReport[] = [];
  let done = 0;
  const payReports = async (reports: readonly Report[]) => {
    for (const report of reports) {
      const entry: PaidReport = { reportId: report.id, requestIds: [], share: 0 };
      paid.push(entry);
      await payAndClose(calls, report, entry, () => onProgress(++done));
    }
  };
  try {
    const open = await readOpen(calls, payee);
    await payReports(open);
    if (payee.due.count > 0) await payReports(await formReport(calls, payee));
    return { is: 'paid', paid };
  } catch (halt) {
    if (!(halt instanceof Halt)) throw halt;
    const { outcome, problem, found } = halt;
    const touched = paid.filter(({ requestIds }) => requestIds.length > 0);
    if (outcome === 'differs' && found) return { is: 'differs', paid: touched, found };
    return outcome === 'stopped'
      ? { is: 'stopped', paid: touched }
      : { is: 'failed', paid: touched, problem };
  }
}

/** Opens the reports again and takes back what was paid here, and nothing else. */
export async function takeBack(calls: PayoutCalls, paid: readonly PaidReport[]): Promise<Problem | null> {
  try {
    for (const { reportId, requestIds } of [...paid].reverse()) {
      const report = await ask(calls, () => calls.read(reportId));
      if (report.closed_at !== null) await ask(calls, () => calls.open(reportId));
      for (const id of requestIds) await ask(calls, () => calls.unpay(id));
    }
    return null;
  } catch (halt) {
    if (!(halt instanceof Halt)) throw halt;
    return halt.problem;
  }
}

/** The promoter's open reports, oldest first; they hold what was agreed to, or nothing is paid. */
async function readOpen(calls: PayoutCalls, payee: Payee): Promise<Report[]> {
  const { list } = await ask(calls, () => calls.list(payee.promoterId));
  const ids = list.filter(({ closed_at }) => closed_at === null).map(({ id }) => id);
  const reports: Report[] = [];
  for (const id of ids.sort((a, b) => a - b)) reports.push(await ask(calls, () => calls.read(id)));
  const open = sumOfUnpaid(reports);
  if (!isSame(open, payee.open)) throw new Halt('differs', { found: { ...payee, open } });
  return reports;
}

/** A report of what is due, which holds what was agreed to. */
async function formReport(calls: PayoutCalls, payee: Payee): Promise<Report[]> {
  const { id } = await ask(calls, () => calls.create(payee.promoterId));
  const open = { count: 0, share: 0 };
  // Somebody else has made it meanwhile, or an earlier attempt of ours on a backend without keys.
  if (!id) return readOpen(calls, { ...payee, open: payee.due });
  const report = await ask(calls, () => calls.read(id));
  const due = sumOfUnpaid([report]);
  // It is there now, and open.
  if (!isSame(due, payee.due)) {
    throw new Halt('differs', { found: { ...payee, open: due, due: open } });
  }
  return [report];
}

async function payAndClose(
  calls: PayoutCalls,
  report: Report,
  entry: PaidReport,
  onPaid: () => void,
): Promise<void> {
  for (const request of report.promo_requests.filter(each => !isPaid(each))) {
    let attempts = 0;
    const { changed } = await ask(calls, () => {
      attempts += 1;
      return calls.pay(request.id);
    });
    // What somebody else has paid meanwhile is not ours to take back; after a lost answer it was us.
    if (changed !== false || attempts > 1) {
      entry.requestIds.push(request.id);
      entry.share += totalShare([request]);
    }
    onPaid();
  }
  await close(calls, report.id);
}

/** Closes the report as it is now, if all of it is still paid. */
async function close(calls: PayoutCalls, reportId: number): Promise<void> {
  const report = await ask(calls, () => calls.read(reportId));
  if (report.closed_at !== null) return;
  if (sumOfUnpaid([report]).count > 0) throw new Halt('failed');
  try {
    await ask(calls, () => calls.close(reportId, report.version));
  } catch (halt) {
    // It was changed since it was read: by a close of ours whose answer was lost, or by somebody else.
    if (!(halt instanceof Halt) || halt.problem?.status !== 412) throw halt;
    await close(calls, reportId);
  }
}

/**
 * One call until there is an answer to it. What was lost is asked again, which all of these calls allow: they find done
 * what is done. Only a refusal ends it.
 */
async function ask<Value>(calls: PayoutCalls, call: () => Answer<Value>): Promise<Value> {
  let [failures, lost]: [number, Problem | null] = [0, null];
  while (await calls.mayGoOn(lost)) {
    const answer = await call();
    if (answer.ok) return answer.value;
    const { problem } = answer;
    const isLost = isOutOfReach(problem) || problem.kind === 'unauthenticated';
    if (!isLost) failures += 1;
    const isFinal = isAnswered(problem) && problem.kind !== 'server';
    if (!isLost && (isFinal || failures === TRIES)) throw new Halt('failed', { problem });
    lost = problem;
  }
  throw new Halt('stopped');
}

/** How often a server's own fault, or an answer that cannot be read, is asked about. */
const TRIES = 3;

function sumOfUnpaid(reports: readonly Report[]): Sum {
  const unpaid = reports.flatMap(({ promo_requests }) => promo_requests.filter(each => !isPaid(each)));
  return { count: unpaid.length, share: totalShare(unpaid) };
}

/** Whether they agree to the kopeck. */
export function isSame(one: Sum, other: Sum): boolean {
  return one.count === other.count && Math.round(one.share * 100) === Math.round(other.share * 100);
}
