import { useMemo, useRef } from 'react';
import type { Request } from '#contract/requests.ts';
import { texts } from '../texts.ts';
import { isPaid } from './totals.ts';
import type { PaymentState, Payments } from './use-payments.ts';

/** A request of the report with what goes on with it on this screen. */
export type ReportRow = { request: Request; state: PaymentState };

/** The rows of the table; a row is a new object only if something about it is new, so that the others rest. */
export function useReportRows(requests: readonly Request[], stateOf: Payments['stateOf']) {
  const before = useRef(new Map<number, ReportRow>());
  return useMemo(() => {
    const rows = requests.map((request): ReportRow => {
      const state = stateOf(request.id);
      const known = before.current.get(request.id);
      return known?.request === request && known.state === state ? known : { request, state };
    });
    before.current = new Map(rows.map(row => [row.request.id, row]));
    return rows;
  }, [requests, stateOf]);
}

/** Whether a row takes no presses now. */
export function isPending({ step }: ReportRow['state']): boolean {
  return step === 'waiting' || step === 'sending';
}

/** Whether it is not known if the row is paid: its answer proved nothing, and the report has not been read since. */
export function isUnknown({ request, state }: ReportRow): boolean {
  const isOpen = state.step === 'unknown' || state.step === 'checking';
  return isOpen && isPaid(request) !== (state.sent === 1);
}

/** The flag that is shown: the pending one, else what the server said. */
export function shownPaid(paid: Request['paid'], state: ReportRow['state']): Request['paid'] {
  if (state.step !== 'sending') return paid;
  return state.sent === 1 ? -1 : 2;
}

/** Its word, also for a file. */
export function paidWord(row: ReportRow): string {
  const { request, state } = row;
  if (isUnknown(row)) return texts.flagUnknown;
  return state.step === 'waiting' ? texts.waiting : texts.flags[shownPaid(request.paid, state)];
}
