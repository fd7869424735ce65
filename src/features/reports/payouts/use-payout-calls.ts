import { useCallback, useEffect, useRef, useState } from 'react';
import {
  closeReport,
  createReport,
  deleteReport,
  getReport,
  listReports,
  openReport,
  payRequest,
  unpayRequest,
} from '#contract/reports.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { useAction, useBlockedReason } from '#state/remote/use-action.ts';
import { useSession } from '#state/session.ts';
import type { PayoutCalls } from './payout-calls.ts';

/** How often it is looked whether a call may get through again. */
const LOOK_MS = SECOND_MS;

/** The calls for one job, which wait while it is paused or nobody answers. */
export function usePayoutCalls() {
  const [isPaused, setPaused] = useState(false);
  const control = useRef({ isPaused: false, isBlocked: false });
  const isBlocked = useBlockedReason() !== null;
  useEffect(() => {
    control.current.isBlocked = isBlocked;
  }, [isBlocked]);
  const pause = useCallback((wanted: boolean) => {
    control.current.isPaused = wanted;
    setPaused(wanted);
  }, []);
  const ownName = useSession().user?.name ?? '';
  const create = useAction(createReport);
  const list = useAction(listReports);
  const read = useAction(getReport);
  const pay = useAction(payRequest);
  const unpay = useAction(unpayRequest);
  const close = useAction(closeReport);
  const open = useAction(openReport);
  const remove = useAction(deleteReport);
  const callsOf = useCallback(
    (job: { readonly isStopped: boolean }): PayoutCalls => ({
      ownName,
      create: promoter_id => create({ promoter_id }),
      list: promoterId => list({ promoterId }),
      read: id => read({ id }),
      pay: request_id => pay({ request_id }),
      unpay: request_id => unpay({ request_id }),
      close: (report_id, version) => close({ report_id }, { version }),
      open: report_id => open({ report_id }),
      remove: (report_id, version) => remove({ report_id }, { version }),
      async mayGoOn(after) {
        const { current } = control;
        if (after) await wait(after.retryAfterMs ?? LOOK_MS);
        while (!job.isStopped && (current.isPaused || (after && current.isBlocked))) await wait(LOOK_MS);
        return !job.isStopped;
      },
    }),
    [ownName, create, list, read, pay, unpay, close, open, remove],
  );
  return { isPaused, pause, callsOf };
}

function wait(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, ms));
}
