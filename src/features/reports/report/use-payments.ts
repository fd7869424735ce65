import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { payRequest, type Report, unpayRequest } from '#contract/reports.ts';
import { type Result, success } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import { type SaveState, useVersionedSaves } from '#state/remote/use-versioned-save.ts';
import { useMoment } from '#state/use-moment.ts';
import { notifyError } from '#ui/notify-error.ts';
import { useStable } from '#ui/use-stable.ts';
import { problemText, stopsEveryRow } from '../problem-text.ts';
import { texts } from '../texts.ts';
import { isPaid } from './totals.ts';
import type { RemoteReport } from './use-report.ts';

/** Which flag is asked for: 1 to pay, 0 to take it back. */
export type DesiredPaid = 0 | 1;

/** What the server has of a row; `note`: something worth knowing about its answer. */
type StoredPayment = { isPaid: boolean; note: string };

/** `waiting`: its turn to be paid has not come. */
export type PaymentState = SaveState<DesiredPaid, StoredPayment> | { step: 'waiting' };

const WAITING = { step: 'waiting' } as const;

/**
 * Paying many rows, one after another; what came of each is its state. `why` it goes no further: null while it does, '' at its
 * end.
 */
export type PaymentRun = { ids: ReadonlySet<number>; why: string | null };

export type Payments = ReturnType<typeof usePayments>;

/** Paying the requests of a report: never two calls for one row, never a guess about an answer that was lost. */
export function usePayments({ refetch, change }: RemoteReport) {
  const readTogether = useSharedReading(refetch);
  const send = useSend(change);
  const { stateNow, stateOf, save, check, checkAll, reset } = useVersionedSaves<DesiredPaid, StoredPayment>(
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
    () => undefined,
  );
  const { run, runNow, setRun } = useRun();
  const turn = useRef(Promise.resolve());

  /** Reads the report again, and with it what became of rows whose answer was lost. */
  const checkUnknown = useStable(async () => void (await Promise.all([readTogether(), checkAll()])));

  const press = useStable(async (id: number, desired: DesiredPaid) => {
    const { step } = stateNow(id);
    if (step === 'sending' || (step === 'idle' && isWaiting(runNow(), id))) return;
    const outcome = await save(id, desired);
    if (outcome.is === 'saved') return;
    notifyError(texts.payFailed);
    await checkUnknown();
  });

  /** Why the row is not paid; null for one that is. */
  async function failureOf(id: number): Promise<Problem | null> {
    const outcome = await save(id, 1);
    if (outcome.is === 'saved') return null;
    // A backend that answers every payment with nothing would stop each run at its first row.
    if (stopsEveryRow(outcome.problem)) await check(id);
    return stateNow(id).step === 'saved' ? null : outcome.problem;
  }

  /** What fails is left behind, what stops all of them stops the run. */
  async function payOneByOne(mine: PaymentRun): Promise<void> {
    const end = (why: string) => runNow() === mine && setRun({ ...mine, why });
    let hasFailed = false;
    for (const id of mine.ids) {
      const problem = runNow() === mine ? await failureOf(id) : null;
      if (!problem) continue;
      // One toast for all: each reason stands at its row.
      if (!hasFailed) notifyError(texts.payFailed);
      hasFailed = true;
      if (stopsEveryRow(problem)) end(problemText(problem));
    }
    end('');
    await checkUnknown();
  }

  const payAll = useStable((ids: readonly number[]) => {
    const free = new Set(ids.filter(id => stateNow(id).step !== 'sending'));
    if (runNow()?.why === null || free.size === 0) return;
    for (const id of free) reset(id);
    const mine = setRun({ ids: free, why: null });
    // The last row of a stopped run may be on its way yet.
    turn.current = turn.current.then(() => payOneByOne(mine));
  });

  return useMemo(
    () => ({
      run,
      stateOf(id: number): PaymentState {
        const state = stateOf(id);
        return state.step === 'idle' && isWaiting(run, id) ? WAITING : state;
      },
      /** Pays one request, or takes the payment back. */
      press: (id: number, desired: DesiredPaid) => void press(id, desired),
      payAll,
      stop: () => void (run?.why === null && setRun({ ...run, why: texts.stopped })),
      dismiss: () => void setRun(null),
      checkUnknown,
    }),
    [run, setRun, stateOf, press, payAll, checkUnknown],
  );
}

const isWaiting = (run: PaymentRun | null, id: number) => run?.why === null && run.ids.has(id);

/** The run as shown, and as it is at this moment for code that has waited for an answer. */
function useRun() {
  const [run, show] = useState<PaymentRun | null>(null);
  const latest = useRef(run);
  const setRun = useCallback(<Run extends PaymentRun | null>(next: Run): Run => {
    latest.current = next;
    show(next);
    return next;
  }, []);
  // Leaving stops it; the row that is on its way arrives or not.
  useEffect(() => () => void setRun(null), [setRun]);
  return { run, setRun, runNow: () => latest.current };
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
    change(report => ({
      ...report,
      promo_requests: report.promo_requests.map(each =>
        each.id === id ? { ...each, paid: paid ?? desired } : each,
      ),
    }));
    const when = at ? moment(at) : '';
    const already = desired === 1 ? texts.paidAlready : texts.unpaidAlready;
    return success({ isPaid: desired === 1, note: changed === false ? already(by?.name ?? '', when) : '' });
  };
}
