import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { payRequest, type Report, unpayRequest } from '#contract/reports.ts';
import { formatMoment, toWallClock } from '#kit/date.ts';
import { useDevice } from '#state/device.ts';
import { isKnownNotApplied, useAction, useObstacle } from '#state/remote/use-action.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { problemText, stopsEveryRow } from '../problem-text.ts';
import { texts } from '../texts.ts';
import { withPaid } from './merge-report.ts';
import {
  type DesiredPaid,
  IDLE,
  nextRow,
  type PaymentsAction,
  type PaymentsState,
  paymentsReducer,
  unknownRows,
} from './payments-reducer.ts';
import { isPaid } from './totals.ts';
import type { RemoteReport } from './use-report.ts';

export type Payments = {
  payments: PaymentsState;
  /** Pays one request, or takes the payment back. */
  press: (id: number, desired: DesiredPaid) => void;
  /** Pays these one after another; what fails is left behind, what stops all of them stops the run. */
  payAll: (ids: readonly number[]) => void;
  stop: () => void;
  dismiss: () => void;
  /** Reads the report again, and with it what became of rows whose answer was lost. */
  checkUnknown: () => Promise<void>;
};

/** Paying the requests of a report: never two calls for one row, never a guess about an answer that was lost. */
export function usePayments(remoteReport: Pick<RemoteReport, 'refetch' | 'change'>): Payments {
  const { payments, current, dispatch } = usePaymentsState();
  const send = useSend(remoteReport, dispatch);
  const checkUnknown = useCheckUnknown(remoteReport, current, dispatch);
  const press = useCallback(
    async (id: number, desired: DesiredPaid) => {
      const before = current.current;
      if (dispatch({ type: 'press', id, desired }) === before) return;
      const problem = await send(id, desired);
      if (!problem) return;
      notifyFailure();
      if (!isKnownNotApplied(problem)) await checkUnknown();
    },
    [current, dispatch, send, checkUnknown],
  );
  const payAll = usePayAll({ current, dispatch, send, checkUnknown });
  return useMemo(
    () => ({
      payments,
      press: (id, desired) => void press(id, desired),
      payAll: ids => void payAll(ids),
      stop: () => void dispatch({ type: 'stop' }),
      dismiss: () => void dispatch({ type: 'dismiss' }),
      checkUnknown,
    }),
    [payments, press, payAll, dispatch, checkUnknown],
  );
}

type Deps = {
  current: { current: PaymentsState };
  dispatch: Dispatch;
  send: (id: number, desired: DesiredPaid) => Promise<Problem | null>;
  checkUnknown: () => Promise<void>;
};

/** Pays one row after another, and goes on behind one that failed. */
function usePayAll({ current, dispatch, send, checkUnknown }: Deps) {
  const isLooping = useRef(false);
  return useCallback(
    async (ids: readonly number[]) => {
      const before = current.current;
      // Begun again while the last row of a stopped run is on its way: that one's loop goes on with these.
      if (dispatch({ type: 'start', ids }) === before || isLooping.current) return;
      isLooping.current = true;
      await payOneByOne({ current, dispatch, send });
      isLooping.current = false;
      if (unknownRows(dispatch({ type: 'end' })).length > 0) await checkUnknown();
    },
    [current, dispatch, send, checkUnknown],
  );
}

async function payOneByOne({ current, dispatch, send }: Omit<Deps, 'checkUnknown'>): Promise<void> {
  let hasFailed = false;
  for (let id = nextRow(current.current); id !== null; id = nextRow(current.current)) {
    dispatch({ type: 'sendNext', id });
    const problem = await send(id, 1);
    if (!problem) continue;
    // One toast for all: each reason stands at its row.
    if (!hasFailed) notifyFailure();
    hasFailed = true;
    if (stopsEveryRow(problem)) dispatch({ type: 'halt', why: problemText(problem) });
  }
}

function notifyFailure(): void {
  notify({ type: 'error', title: shared.error, message: texts.payFailed });
}

type Dispatch = (event: PaymentsAction) => PaymentsState;

/** The payments as shown, and as they are at this moment for whoever waits for answers. */
function usePaymentsState() {
  const [payments, setPayments] = useState(IDLE);
  const current = useRef(payments);
  const dispatch: Dispatch = useCallback(event => {
    current.current = paymentsReducer(current.current, event);
    setPayments(current.current);
    return current.current;
  }, []);
  // Whoever leaves stops the run; the row that is on its way arrives or not without them.
  useEffect(() => () => void dispatch({ type: 'stop' }), [dispatch]);
  return { payments, current, dispatch };
}

/** One call for one row; null when the flag is as it was wanted. */
function useSend({ change }: Pick<RemoteReport, 'change'>, dispatch: Dispatch) {
  const pay = useAction(payRequest);
  const unpay = useAction(unpayRequest);
  const { now, config } = useDevice();
  return useCallback(
    async (id: number, desired: DesiredPaid): Promise<Problem | null> => {
      const answer = await (desired === 1 ? pay : unpay)({ request_id: id });
      if (!answer.ok) {
        const { problem } = answer;
        dispatch(
          isKnownNotApplied(problem)
            ? { type: 'fail', id, why: problemText(problem) }
            : { type: 'answerLost', id },
        );
        return problem;
      }
      const { paid, changed, by, at } = answer.value;
      change(id, report => withPaid(report, id, paid ?? desired));
      const when = at ? formatMoment(at, toWallClock(now(), config.zone)) : '';
      const already = desired === 1 ? texts.paidAlready : texts.unpaidAlready;
      dispatch({ type: 'done', id, words: changed === false ? already(by?.name ?? '', when) : '' });
      return null;
    },
    [pay, unpay, change, dispatch, now, config],
  );
}

/** Reads what became of rows that nobody knows of: at once, and again when the way to the server is back. */
function useCheckUnknown(
  { refetch }: Pick<RemoteReport, 'refetch'>,
  current: { current: PaymentsState },
  dispatch: Dispatch,
) {
  const obstacle = useObstacle();
  const checkUnknown = useCallback(async () => {
    const ids = unknownRows(current.current);
    const answer = await refetch();
    if (answer.ok)
      dispatch({ type: 'reportRead', ids, paid: paidIn(answer.value), why: texts.rowNotApplied });
  }, [current, refetch, dispatch]);
  useEffect(() => {
    if (obstacle === null && unknownRows(current.current).length > 0) void checkUnknown();
  }, [obstacle, current, checkUnknown]);
  return checkUnknown;
}

function paidIn({ promo_requests }: Report): ReadonlySet<number> {
  return new Set(promo_requests.flatMap(request => (isPaid(request) ? [request.id] : [])));
}
