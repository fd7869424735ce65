/** What a payout has paid in one report, and how a request there is paid or taken back. */
import type { Problem } from '#api/problem.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { payRequest } from '#contract/reports.ts';
import { isPaid } from '../report/totals.ts';
import { ask, Halt, type PayoutCalls, readAfter } from './payout-calls.ts';
import { type Sum, sumOfSums } from './payout-sums.ts';

type PaidRequest = { id: number; share: number };

/**
 * What was done here to one report, so that it can be taken back; `isMade`, `isClosed`: it was made or closed by this payment.
 * `doubt`: neither paid nor unpaid, because an answer proved nothing and the report could not be read.
 */
export type PaidReport = {
  reportId: number;
  requests: PaidRequest[];
  isMade: boolean;
  isClosed: boolean;
  doubt?: PaidRequest | undefined;
};

/** What was paid of these. */
export function sumOfPaid(paid: readonly PaidReport[]): Sum {
  return sumOfSums(paid.flatMap(({ requests }) => requests.map(({ share }) => ({ count: 1, share }))));
}

/** Pays one request of that report, or takes it back. What its answer leaves open the report tells; else it is in doubt. */
export function setPaid(
  calls: PayoutCalls,
  own: PaidReport,
  request: PaidRequest,
  wanted: 0 | 1,
  onProblem?: (problem: Problem) => void,
): Promise<ReplyOf<typeof payRequest>> {
  const { id } = request;
  return ask(calls, () => (wanted === 1 ? calls.pay(id) : calls.unpay(id)), {
    ...(onProblem && { onProblem }),
    async readBack(problem) {
      own.requests = own.requests.filter(each => each.id !== id);
      own.doubt = request;
      const isNowPaid = await readFlag(calls, own.reportId, id, problem);
      own.doubt = undefined;
      if (wanted === 0) own.requests.push(request);
      return isNowPaid === (wanted === 1) ? { status: 'success', paid: wanted } : null;
    },
  });
}

/** Reads what is in doubt; what was done is kept, and a report to which nothing was done is not. */
export async function settleDoubts(calls: PayoutCalls, paid: PaidReport[]): Promise<void> {
  for (const own of [...paid]) {
    const { doubt, reportId } = own;
    if (!doubt) continue;
    const report = await readAfter(calls, reportId);
    own.doubt = undefined;
    if (report.promo_requests.some(each => each.id === doubt.id && isPaid(each))) own.requests.push(doubt);
    else if (own.requests.length === 0 && !own.isMade) paid.splice(paid.indexOf(own), 1);
  }
}

async function readFlag(
  calls: PayoutCalls,
  reportId: number,
  id: number,
  problem: Problem,
): Promise<boolean> {
  const { promo_requests } = await readAfter(calls, reportId, problem);
  const request = promo_requests.find(each => each.id === id);
  if (!request) throw new Halt({ is: 'unknown', problem });
  return isPaid(request);
}
