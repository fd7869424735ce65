/**
 * Paying what one promoter is owed, from the first call to the last, and taking it back. It is written for answers that get
 * lost: nothing is asked again before it is known that it may be, and whoever asks twice finds it done.
 */
import type { Report } from '#contract/reports.ts';
import { isKnownNotApplied } from '#state/remote/use-action.ts';
import { isPaid, totalShare } from '../report/totals.ts';
import { type PaidReport, setPaid, settleDoubts, sumOfPaid } from './paid-report.ts';
import { ask, Halt, notRead, type PayoutCalls, type PayoutFailure, readAfter } from './payout-calls.ts';
import { isSame, type Sum } from './payout-sums.ts';

/**
 * Whom to pay, and what was agreed to; `hasDue`: a part of it stands in no report yet. `madeId`: the report that was made for it
 * before the sum was found to be another one.
 */
export type Payee = { promoterId: number; agreed: Sum; hasDue: boolean; madeId?: number | null | undefined };

export type PayoutOutcome =
  | { is: 'paid' }
  /** The open reports hold something else than was agreed to, or nobody has agreed to it yet. */
  | { is: 'differs'; found: Payee }
  | PayoutFailure;

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
  return untilHalt(async () => {
    await settleDoubts(calls, paid);
    // None is made where somebody else has made it meanwhile: then it is among the open ones.
    const make = async () =>
      (await ask(calls, () => calls.create(payee.promoterId), { readBack: notRead })).id;
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
  });
}

/**
 * Reads what became of a payout of which nobody knows. What is left to pay is asked about; where nothing is, the reports that
 * were paid here are closed, as was agreed.
 */
export async function check(calls: PayoutCalls, payee: Payee, paid: PaidReport[]): Promise<PayoutOutcome> {
  return untilHalt(async () => {
    const madeId = paid.findLast(({ isMade }) => isMade)?.reportId ?? payee.madeId;
    await settleDoubts(calls, paid);
    const open = await readOpen(calls, payee.promoterId);
    const agreed = sumOfUnpaid(open);
    if (agreed.count > 0) return { is: 'differs', found: { ...payee, agreed, hasDue: false, madeId } };
    for (const own of paid) {
      if (open.some(({ id }) => id === own.reportId)) own.isClosed = await close(calls, own.reportId);
    }
    return { is: 'paid' };
  });
}

/**
 * Opens the reports again and takes back what was paid here, and nothing else; what is taken back leaves `paid`. A report that
 * the payment made itself is there no more afterwards.
 */
export async function takeBack(
  calls: PayoutCalls,
  paid: PaidReport[],
): Promise<PayoutFailure | { is: 'takenBack' }> {
  return untilHalt(async () => {
    await settleDoubts(calls, paid);
    for (let last = paid.at(-1); last; last = paid.at(-1)) {
      const { reportId, isMade } = last;
      await open(calls, reportId);
      for (let request = last.requests.at(-1); request; request = last.requests.at(-1)) {
        await setPaid(calls, last, request, 0);
        last.requests.pop();
      }
      paid.pop();
      if (isMade) await removeUntouched(calls, reportId);
    }
    return { is: 'takenBack' };
  });
}

/** Reads what became of a payment of which nobody knows whether it was taken back; what is still paid stays so. */
export async function checkTakenBack(
  calls: PayoutCalls,
  paid: PaidReport[],
): Promise<PayoutFailure | { is: 'takenBack' }> {
  return untilHalt<PayoutFailure | { is: 'takenBack' }>(async () => {
    await settleDoubts(calls, paid);
    return sumOfPaid(paid).count === 0 ? takeBack(calls, paid) : { is: 'failed', problem: null };
  });
}

async function untilHalt<Outcome>(work: () => Promise<Outcome>): Promise<Outcome | PayoutFailure> {
  try {
    return await work();
  } catch (halt) {
    if (!(halt instanceof Halt)) throw halt;
    return halt.outcome;
  }
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
    const one = { id: request.id, share: totalShare([request]) };
    try {
      if (await payOne(calls, own, one)) own.requests.push(one);
    } finally {
      if ((own.requests.length > 0 || own.doubt) && !paid.includes(own)) paid.push(own);
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
    await ask(calls, () => calls.remove(reportId, version), { readBack: notRead });
  } catch (halt) {
    if (!(halt instanceof Halt)) throw halt;
  }
}

/** Whether it was this payout that paid: what somebody else has paid meanwhile is not ours to count or to take back. */
async function payOne(
  calls: PayoutCalls,
  own: PaidReport,
  request: PaidReport['requests'][number],
): Promise<boolean> {
  let wasLost = false;
  const { changed, by } = await setPaid(calls, own, request, 1, problem => {
    wasLost ||= !isKnownNotApplied(problem);
  });
  return changed !== false || (wasLost && (!by || by.name === calls.ownName));
}

async function open(calls: PayoutCalls, reportId: number): Promise<void> {
  const { closed_at } = await ask(calls, () => calls.read(reportId));
  if (closed_at === null) return;
  await ask(calls, () => calls.open(reportId), {
    async readBack(problem) {
      const now = await readAfter(calls, reportId, problem);
      return now.closed_at === null ? { status: 'success', closed_at: null } : null;
    },
  });
}

/** Closes the report as it is now, if all of it is still paid; whether it was this payout that did. */
async function close(calls: PayoutCalls, reportId: number, wasLost = false): Promise<boolean> {
  const report = await ask(calls, () => calls.read(reportId));
  if (report.closed_at !== null) return wasLost;
  if (sumOfUnpaid([report]).count > 0) throw new Halt({ is: 'failed', problem: null });
  let isLost = wasLost;
  try {
    await ask(calls, () => calls.close(reportId, report.version), {
      onProblem(problem) {
        isLost ||= !isKnownNotApplied(problem);
      },
      async readBack(problem) {
        const { closed_at } = await readAfter(calls, reportId, problem);
        return closed_at === null ? null : { status: 'success', closed_at };
      },
    });
    return true;
  } catch (halt) {
    // It was changed since it was read: by a close of ours whose answer was lost, or by somebody else.
    const isChanged =
      halt instanceof Halt && halt.outcome.is === 'failed' && halt.outcome.problem?.status === 412;
    if (!isChanged) throw halt;
    return close(calls, reportId, isLost);
  }
}

function sumOfUnpaid(reports: readonly Report[]): Sum {
  const unpaid = reports.flatMap(({ promo_requests }) => promo_requests.filter(each => !isPaid(each)));
  return { count: unpaid.length, share: totalShare(unpaid) };
}
