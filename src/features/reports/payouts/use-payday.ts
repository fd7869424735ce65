import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { PayoutRow } from '#contract/moderation.ts';
import { type Payment, type PaymentDifference, payPromoter, takeBackPayment } from '#contract/payments.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { useAction } from '#state/remote/use-action.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { useStable } from '#ui/use-stable.ts';
import { texts as reportTexts } from '../texts.ts';
import { type Sum, sumOfSums } from './payout-sums.ts';
import { type Outcome, untilAnswered } from './until-answered.ts';
import { useHold } from './use-hold.ts';

/** Whom to pay, and what was agreed to; `listed`: the requests that the moderator has seen. */
export type Payee = {
  id: number;
  name: string;
  agreed: Sum;
  listed?: readonly { request: number; share: number }[];
};

/** Somebody who is paid on this screen. */
export type PaydayEntry = Payee & {
  /** What was paid here, and is not taken back. */
  payment: Payment | null;
  state: EntryState;
  /** Those that were asked for while none was under way begin another run. */
  run: number;
};

/** What is owed in place of what was agreed to. */
export type Found = Sum & { rows: readonly PaymentDifference[] };

type EntryState =
  | { step: 'waiting' | 'paying' | 'stopped' | 'takingBack' | 'takenBack' }
  | { step: 'differs'; found: Found }
  /** At that moment: the way back is offered for a while. */
  | { step: 'paid'; at: number }
  /** Somebody else has paid it. */
  | { step: 'paidAlready' }
  | { step: 'failed' | 'notTakenBack'; problem: Problem | null }
  /** The key was sent and nothing came back; `of`: what was being done. */
  | { step: 'unknown'; of: 'paying' | 'takingBack'; problem: Problem };

export type Payday = ReturnType<typeof usePayday>;

/** How long what was paid can be taken back in its row, after the last answer. */
export const UNDO_MS = 10 * SECOND_MS;

/** So many are paid at the same time. */
const AT_ONCE = 4;

/** Whom to pay, from a row of the list. What was left in closed reports is not meant: they are opened first. */
export function payeeOf({ id, name, open, due }: Pick<PayoutRow, 'id' | 'name' | 'open' | 'due'>): Payee {
  return { id, name, agreed: sumOfSums([open, due]) };
}

/** Whether it is not known yet what becomes of it. */
export function isOnItsWay({ state: { step } }: Pick<PaydayEntry, 'state'>): boolean {
  return ['waiting', 'paying', 'takingBack'].includes(step);
}

/** Whether there is nothing left to pay of what was agreed to. */
export function isSettled({ state: { step } }: Pick<PaydayEntry, 'state'>): boolean {
  return step === 'paid' || step === 'paidAlready';
}

type Change = Pick<PaydayEntry, 'state'> & { payment?: Payment | null };

/** One call that is under way, or whose turn comes; `isStopped` is seen before it is sent again. */
type Job = { id: number; isStopped: boolean; work: (job: Job) => Promise<Change> };

/**
 * Paying promoters, one call each: what became of each, a pause, and the way back. A lost network only makes it wait.
 * `onSettled` hears of each whose figures are other ones now.
 */
export function usePayday(onSettled: () => void) {
  const [entries, setEntries] = useState<readonly PaydayEntry[]>([]);
  const { isPaused, pause, mayGoOn } = useHold();
  const payCall = useAction(payPromoter);
  const takeBackCall = useAction(takeBackPayment);
  const [jobs, queue, run] = [useRef(new Set<Job>()), useRef<Job[]>([]), useRef(0)];
  const settled = useStable(onSettled);
  // Whoever leaves the screen stops it; the call that is on its way arrives or not without them.
  useEffect(() => {
    const { current } = jobs;
    return () => {
      for (const job of current) job.isStopped = true;
      queue.current = [];
    };
  }, [jobs, queue]);

  const put = useCallback(
    (id: number, change: Change) => {
      setEntries(before => before.map(entry => (entry.id === id ? { ...entry, ...change } : entry)));
      if (!isOnItsWay(change)) settled();
    },
    [settled],
  );

  const begin = useCallback(
    async (job: Job) => {
      jobs.current.add(job);
      put(job.id, await job.work(job));
      jobs.current.delete(job);
      const next = queue.current.shift();
      if (next) void begin(next);
      else if (jobs.current.size === 0) pause(false);
    },
    [jobs, queue, put, pause],
  );

  const payOne = useCallback(
    async (job: Job, { id, agreed, listed }: Payee): Promise<Change> => {
      put(id, { state: { step: 'paying' } });
      const input = { promoter_id: id, ...agreed, ...(listed && { listed: [...listed] }) };
      return changeOf(
        await untilAnswered(
          () => payCall(input),
          after => mayGoOn(job, after),
        ),
      );
    },
    [put, payCall, mayGoOn],
  );

  const pay = useCallback(
    (payees: readonly Payee[]) => {
      const isBusy = (id: number) => [...jobs.current, ...queue.current].some(job => job.id === id);
      const added = payees.filter(({ id }) => !isBusy(id));
      if (jobs.current.size === 0) run.current += 1;
      const ids = new Set(added.map(({ id }) => id));
      const waiting = { payment: null, state: { step: 'waiting' }, run: run.current } as const;
      setEntries(before => [
        ...before.filter(({ id }) => !ids.has(id)),
        ...added.map(payee => ({ ...payee, ...waiting })),
      ]);
      for (const payee of added) {
        const job = { id: payee.id, isStopped: false, work: (own: Job) => payOne(own, payee) };
        if (jobs.current.size < AT_ONCE) void begin(job);
        else queue.current.push(job);
      }
    },
    [jobs, queue, run, begin, payOne],
  );

  const undo = useCallback(
    ({ id, payment }: PaydayEntry) => {
      if (!payment || [...jobs.current].some(job => job.id === id)) return;
      put(id, { state: { step: 'takingBack' } });
      const takeBack = () => takeBackCall({ payment_id: payment.id });
      const work = async (job: Job) =>
        takenBackOf(await untilAnswered(takeBack, after => mayGoOn(job, after)));
      void begin({ id, isStopped: false, work });
    },
    [jobs, put, begin, takeBackCall, mayGoOn],
  );

  /** Whoever is being paid stays so; those whose turn has not come are only named. */
  const stop = useCallback(() => {
    for (const job of jobs.current) job.isStopped = true;
    for (const { id } of queue.current.splice(0)) put(id, { state: { step: 'stopped' } });
    pause(false);
  }, [jobs, queue, put, pause]);

  return useMemo(
    () => ({
      entries,
      isPaused,
      pay,
      undo,
      /** Sends it again under its key, and so hears what became of it. */
      check: (entry: PaydayEntry) =>
        entry.state.step === 'unknown' && entry.state.of === 'takingBack' ? undo(entry) : pay([entry]),
      pause,
      stop,
      dismiss: () => setEntries([]),
    }),
    [entries, isPaused, pay, undo, pause, stop],
  );
}

/** What became of a payment. */
function changeOf(outcome: Outcome<ReplyOf<typeof payPromoter>>): Change {
  if (outcome.is === 'stopped') return { state: { step: 'stopped' } };
  if (outcome.is !== 'done') return { state: failedState(outcome, 'paying') };
  const { payment, found } = outcome.value;
  if (payment) return { payment, state: { step: 'paid', at: Date.now() } };
  return { state: found?.count ? { step: 'differs', found } : { step: 'paidAlready' } };
}

function takenBackOf(outcome: Outcome<Payment>): Change {
  if (outcome.is === 'done') return { payment: null, state: { step: 'takenBack' } };
  if (outcome.is === 'stopped') return { state: { step: 'notTakenBack', problem: null } };
  return { state: failedState(outcome, 'takingBack') };
}

/** What went well the row says itself. */
function failedState(
  { is, problem }: { is: 'failed' | 'unknown'; problem: Problem },
  of: 'paying' | 'takingBack',
): EntryState {
  notify({ type: 'error', title: shared.error, message: reportTexts.payFailed });
  if (is === 'unknown') return { step: 'unknown', of, problem };
  return { step: of === 'paying' ? 'failed' : 'notTakenBack', problem };
}
