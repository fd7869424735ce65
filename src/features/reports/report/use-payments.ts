import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { payRequest, type Report, unpayRequest } from '#contract/reports.ts';
import { type Result, success } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import { type SaveState, useVersionedSaves, type VersionedSaves } from '#state/remote/use-versioned-save.ts';
import { useMoment } from '#state/use-moment.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { isReportClosed, problemText, stopsEveryRow } from '../problem-text.ts';
import { texts } from '../texts.ts';
import { isWaiting, nextRow, type PaymentRun, type RunAction, runReducer } from './payment-run.ts';
import { isPaid } from './totals.ts';
import { type RemoteReport, withPaid } from './use-report.ts';

/** Which flag is asked for: 1 to pay, 0 to take it back. */
export type DesiredPaid = 0 | 1;

/** What the server has of a row; `note`: something worth knowing about its answer. */
type StoredPayment = { isPaid: boolean; note: string };

export type PaymentState = SaveState<DesiredPaid, StoredPayment>;

export type Payments = ReturnType<typeof usePayments>;

/** Paying the requests of a report: never two calls for one row, never a guess about an answer that was lost. */
export function usePayments({ refetch, change }: RemoteReport) {
  const { run, currentRun, dispatch } = useRun();
  const readTogether = useSharedReading(refetch);
  const send = useSend(change);
  const saves = useVersionedSaves<DesiredPaid, StoredPayment>(
    id => ({
      send: desired => send(id, desired),
      async read() {
        const answer = await readTogether();
        if (!answer.ok) return answer;
        const request = answer.value.promo_requests.find(each => each.id === id);
        return success({ isPaid: request !== undefined && isPaid(request), note: '' });
      },
      isSaved: (stored, desired) => stored.isPaid === (desired === 1),
      // A flag that is not as it was wanted is as it was before.
      isBase: () => true,
      readsLater: true,
    }),
    (id, outcome) => {
      if (outcome.is === 'saved' && outcome.sent === 1) dispatch({ type: 'confirm', id });
    },
  );
  const { stateNow, save, checkAll, stateOf } = saves;
  const payAll = usePayAll({ currentRun, dispatch, saves, readTogether });
  const press = useCallback(
    async (id: number, desired: DesiredPaid) => {
      if (isWaiting(currentRun.current, id) || stateNow(id).step === 'sending') return;
      const outcome = await save(id, desired);
      if (outcome.is === 'saved') return;
      notifyFailure();
      if (outcome.is === 'unknown') await checkAll();
      else if (isReportClosed(outcome.problem)) await readTogether();
    },
    [currentRun, stateNow, save, checkAll, readTogether],
  );
  return useMemo(
    () => ({
      run,
      stateOf,
      /** Pays one request, or takes the payment back. */
      press: (id: number, desired: DesiredPaid) => void press(id, desired),
      payAll,
      stop: () => void dispatch({ type: 'stop' }),
      dismiss: () => void dispatch({ type: 'dismiss' }),
      /** Reads the report again, and with it what became of rows whose answer was lost. */
      checkUnknown: async () => void (await Promise.all([readTogether(), checkAll()])),
    }),
    [run, stateOf, press, payAll, dispatch, readTogether, checkAll],
  );
}

type PayAllDeps = Pick<ReturnType<typeof useRun>, 'currentRun' | 'dispatch'> & {
  saves: VersionedSaves<DesiredPaid, StoredPayment>;
  readTogether: () => Promise<unknown>;
};

/** Pays these one after another; what fails is left behind, what stops all of them stops the run. */
function usePayAll({ currentRun, dispatch, saves, readTogether }: PayAllDeps) {
  const { stateNow, checkAll, reset } = saves;
  const isLooping = useRef(false);
  return useCallback(
    async (ids: readonly number[]): Promise<void> => {
      const before = currentRun.current;
      const free = ids.filter(id => stateNow(id).step !== 'sending');
      if (dispatch({ type: 'start', ids: free }) === before) return;
      for (const id of free) reset(id);
      // Begun again while the last row of a stopped run is on its way: that one's loop goes on with these.
      if (isLooping.current) return;
      isLooping.current = true;
      await payOneByOne({ currentRun, dispatch, saves });
      isLooping.current = false;
      dispatch({ type: 'end' });
      // What stopped all of them may be that the report is not as it is shown.
      if (currentRun.current?.phase === 'halted') await readTogether();
      await checkAll();
    },
    [currentRun, dispatch, saves, stateNow, checkAll, reset, readTogether],
  );
}

type PayOneByOneDeps = Omit<PayAllDeps, 'readTogether'>;

async function payOneByOne({ currentRun, dispatch, saves }: PayOneByOneDeps): Promise<void> {
  let hasFailed = false;
  for (let id = nextRow(currentRun.current); id !== null; id = nextRow(currentRun.current)) {
    const outcome = await saves.save(id, 1);
    dispatch({ type: 'rowEnded', id, isPaid: outcome.is === 'saved' });
    if (outcome.is === 'saved') continue;
    // A backend that answers every payment with nothing would stop each run at its first row.
    if (stopsEveryRow(outcome.problem)) await saves.check(id);
    if (saves.stateNow(id).step === 'saved') continue;
    // One toast for all: each reason stands at its row.
    if (!hasFailed) notifyFailure();
    hasFailed = true;
    const { problem } = outcome;
    if (stopsEveryRow(problem)) dispatch({ type: 'halt', why: problemText(problem) });
  }
}

function notifyFailure(): void {
  notify({ type: 'error', title: shared.error, message: texts.payFailed });
}

/** The run as shown, and as it is at this moment for whoever waits for answers. */
function useRun() {
  const [run, setRun] = useState<PaymentRun | null>(null);
  const currentRun = useRef(run);
  const dispatch = useCallback((event: RunAction) => {
    currentRun.current = runReducer(currentRun.current, event);
    setRun(currentRun.current);
    return currentRun.current;
  }, []);
  // Whoever leaves stops the run; the row that is on its way arrives or not without them.
  useEffect(() => () => void dispatch({ type: 'stop' }), [dispatch]);
  return { run, currentRun, dispatch };
}

/** One reading for all that ask at the same moment; one that is under way may be older than what is asked about. */
function useSharedReading(read: () => Promise<Result<Report, Problem>>) {
  const reading = useRef<Promise<Result<Report, Problem>> | null>(null);
  return useCallback(() => {
    reading.current ??= read();
    queueMicrotask(() => {
      reading.current = null;
    });
    return reading.current;
  }, [read]);
}

/** One call for one row, whose flag is then as it was wanted. */
function useSend(change: RemoteReport['change']) {
  const pay = useAction(payRequest);
  const unpay = useAction(unpayRequest);
  const moment = useMoment();
  return async (id: number, desired: DesiredPaid): Promise<Result<StoredPayment, Problem>> => {
    const answer = await (desired === 1 ? pay : unpay)({ request_id: id });
    if (!answer.ok) return answer;
    const { paid, changed, by, at } = answer.value;
    change(id, report => withPaid(report, id, paid ?? desired));
    const when = at ? moment(at) : '';
    const already = desired === 1 ? texts.paidAlready : texts.unpaidAlready;
    return success({ isPaid: desired === 1, note: changed === false ? already(by?.name ?? '', when) : '' });
  };
}
