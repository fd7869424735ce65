import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { payRequest, type Report, unpayRequest } from '#contract/reports.ts';
import { formatMoment, toWallClock } from '#kit/date.ts';
import { useDevice } from '#state/device.ts';
import { isKnownNotApplied } from '#state/remote/known-not-applied.ts';
import { useAction, useObstacle } from '#state/remote/use-action.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { stopsEveryRow, wordsOf } from '../problem-words.ts';
import { texts } from '../texts.ts';
import { withPaid } from './merge-read.ts';
import {
  type Desk,
  type DeskEvent,
  nextDesk,
  nextTurn,
  QUIET,
  unknownRows,
  type Wanted,
} from './pay-desk.ts';
import { isPaid } from './totals.ts';
import type { HeldReport } from './use-report.ts';

export type Payments = {
  desk: Desk;
  /** Pays one request, or takes the payment back. */
  press: (id: number, want: Wanted) => void;
  /** Pays these one after another; what fails is left behind, what stops all of them stops the run. */
  payAll: (ids: readonly number[]) => void;
  stop: () => void;
  dismiss: () => void;
  /** Reads the report again, and with it what became of rows whose answer was lost. */
  learn: () => Promise<void>;
};

/** Paying the requests of a report: never two calls for one row, never a guess about an answer that was lost. */
export function usePayments(held: Pick<HeldReport, 'readAgain' | 'change'>): Payments {
  const { desk, current, tell } = useDesk();
  const send = useSend(held, tell);
  const learn = useLearning(held, current, tell);
  const press = useCallback(
    async (id: number, want: Wanted) => {
      const before = current.current;
      if (tell({ type: 'press', id, want }) === before) return;
      const problem = await send(id, want);
      if (!problem) return;
      notifyFailure();
      if (!isKnownNotApplied(problem)) await learn();
    },
    [current, tell, send, learn],
  );
  const payAll = usePayAll({ current, tell, send, learn });
  return useMemo(
    () => ({
      desk,
      press: (id, want) => void press(id, want),
      payAll: ids => void payAll(ids),
      stop: () => void tell({ type: 'stop' }),
      dismiss: () => void tell({ type: 'dismiss' }),
      learn,
    }),
    [desk, press, payAll, tell, learn],
  );
}

type Means = {
  current: { current: Desk };
  tell: Tell;
  send: (id: number, want: Wanted) => Promise<Problem | null>;
  learn: () => Promise<void>;
};

/** Pays one row after another, and goes on behind one that failed. */
function usePayAll({ current, tell, send, learn }: Means) {
  const isLooping = useRef(false);
  return useCallback(
    async (ids: readonly number[]) => {
      const before = current.current;
      // Begun again while the last row of a stopped run is on its way: that one's loop goes on with these.
      if (tell({ type: 'start', ids }) === before || isLooping.current) return;
      isLooping.current = true;
      await payInTurn({ current, tell, send });
      isLooping.current = false;
      if (unknownRows(tell({ type: 'end' })).length > 0) await learn();
    },
    [current, tell, send, learn],
  );
}

async function payInTurn({ current, tell, send }: Omit<Means, 'learn'>): Promise<void> {
  let hasFailed = false;
  for (let id = nextTurn(current.current); id !== null; id = nextTurn(current.current)) {
    tell({ type: 'turn', id });
    const problem = await send(id, 1);
    if (!problem) continue;
    // One toast for all: each reason stands at its row.
    if (!hasFailed) notifyFailure();
    hasFailed = true;
    if (stopsEveryRow(problem)) tell({ type: 'halt', why: wordsOf(problem) });
  }
}

function notifyFailure(): void {
  notify({ type: 'error', title: shared.error, message: texts.payFailed });
}

type Tell = (event: DeskEvent) => Desk;

/** The desk for the eye, and as it is at this moment for whoever waits for answers. */
function useDesk() {
  const [desk, setDesk] = useState(QUIET);
  const current = useRef(desk);
  const tell: Tell = useCallback(event => {
    current.current = nextDesk(current.current, event);
    setDesk(current.current);
    return current.current;
  }, []);
  // Whoever leaves stops the run; the row that is on its way arrives or not without them.
  useEffect(() => () => void tell({ type: 'stop' }), [tell]);
  return { desk, current, tell };
}

/** One call for one row; null when the flag is as it was wanted. */
function useSend({ change }: Pick<HeldReport, 'change'>, tell: Tell) {
  const pay = useAction(payRequest);
  const unpay = useAction(unpayRequest);
  const { now, config } = useDevice();
  return useCallback(
    async (id: number, want: Wanted): Promise<Problem | null> => {
      const answer = await (want === 1 ? pay : unpay)({ request_id: id });
      if (!answer.ok) {
        const { problem } = answer;
        tell(isKnownNotApplied(problem) ? { type: 'fail', id, why: wordsOf(problem) } : { type: 'lose', id });
        return problem;
      }
      const { paid, changed, by, at } = answer.value;
      change(id, report => withPaid(report, id, paid ?? want));
      const when = at ? formatMoment(at, toWallClock(now(), config.zone)) : '';
      const already = want === 1 ? texts.paidAlready : texts.unpaidAlready;
      tell({ type: 'done', id, words: changed === false ? already(by?.name ?? '', when) : '' });
      return null;
    },
    [pay, unpay, change, tell, now, config],
  );
}

/** Reads what became of rows that nobody knows of: at once, and again when the way to the server is back. */
function useLearning({ readAgain }: Pick<HeldReport, 'readAgain'>, current: { current: Desk }, tell: Tell) {
  const obstacle = useObstacle();
  const learn = useCallback(async () => {
    const ids = unknownRows(current.current);
    const answer = await readAgain();
    if (answer.ok) tell({ type: 'read', ids, paid: paidIn(answer.value), why: texts.rowNotApplied });
  }, [current, readAgain, tell]);
  useEffect(() => {
    if (obstacle === null && unknownRows(current.current).length > 0) void learn();
  }, [obstacle, current, learn]);
  return learn;
}

function paidIn({ promo_requests }: Report): ReadonlySet<number> {
  return new Set(promo_requests.flatMap(request => (isPaid(request) ? [request.id] : [])));
}
