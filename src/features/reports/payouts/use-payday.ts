import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { PayoutRow } from '#contract/moderation.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { useStable } from '#ui/use-stable.ts';
import { texts as reportTexts } from '../texts.ts';
import { type PaidReport, sumOfPaid } from './paid-report.ts';
import { check, checkTakenBack, type Payee, type PayoutOutcome, payOut, takeBack } from './pay-out.ts';
import type { PayoutCalls } from './payout-calls.ts';
import { type Sum, sumOfSums } from './payout-sums.ts';
import { usePayoutCalls } from './use-payout-calls.ts';

/** Somebody who is paid on this screen: what was agreed to, and what of it was paid here. */
export type PaydayEntry = {
  id: number;
  name: string;
  payee: Payee;
  paid: Sum;
  state: EntryState;
  /** Those that were asked for while none was under way begin another run. */
  run: number;
};

type EntryState =
  | { step: 'waiting' }
  | { step: 'paying'; done: number }
  | { step: 'differs'; found: Payee }
  /** At that moment: the way back is offered for a while. */
  | { step: 'paid'; at: number }
  /** Somebody else has paid it. */
  | { step: 'paidAlready' }
  | { step: 'failed' | 'notTakenBack'; problem: Problem | null }
  /** Neither paid nor unpaid; `of`: what was being done. */
  | { step: 'unknown'; of: 'paying' | 'takingBack'; problem: Problem }
  | { step: 'checking'; of: 'paying' | 'takingBack' }
  | { step: 'stopped' | 'takingBack' | 'takenBack' };

export type Payday = ReturnType<typeof usePayday>;

/** How long what was paid can be taken back in its row, after the last answer. */
export const UNDO_MS = 10 * SECOND_MS;

/** Whom to pay, from a row of the list. What was left in closed reports is not meant: they are opened first. */
export function payeeOf({ id, open, due }: Pick<PayoutRow, 'id' | 'open' | 'due'>): Payee {
  return { promoterId: id, agreed: sumOfSums([open, due]), hasDue: due.count > 0 };
}

/** Whether it is not known yet what becomes of it. */
export function isOnItsWay({ state: { step } }: Pick<PaydayEntry, 'state'>): boolean {
  return ['waiting', 'paying', 'checking', 'takingBack'].includes(step);
}

/** Whether there is nothing left to pay of what was agreed to. */
export function isSettled({ state: { step } }: Pick<PaydayEntry, 'state'>): boolean {
  return step === 'paid' || step === 'paidAlready';
}

type Person = { id: number; name: string; payee: Payee };

/** One that is under way, or whose turn comes; `isStopped` is seen before its next call. */
type Job = Person & { isStopped: boolean };

/**
 * Paying promoters one after another: what became of each, a pause, and the way back. A lost network only makes it wait.
 * `onSettled` hears of each whose figures are other ones now.
 */
export function usePayday(onSettled: () => void) {
  const [entries, setEntries] = useState<readonly PaydayEntry[]>([]);
  const { isPaused, pause, callsOf } = usePayoutCalls();
  /** What was done here, by promoter: what can be taken back. */
  const paid = useRef(new Map<number, PaidReport[]>());
  const jobs = useRef(new Set<Job>());
  const queue = useRef<Job[]>([]);
  const isRunning = useRef(false);
  const run = useRef(0);
  const settled = useStable(onSettled);
  // Whoever leaves the screen stops it; the call that is on its way arrives or not without them.
  useEffect(() => {
    const { current } = jobs;
    return () => {
      for (const job of current) job.isStopped = true;
      queue.current = [];
    };
  }, []);

  const put = useCallback(
    (id: number, state: EntryState) => {
      const sum = sumOfPaid(paid.current.get(id) ?? []);
      setEntries(before => before.map(entry => (entry.id === id ? { ...entry, state, paid: sum } : entry)));
      if (!isOnItsWay({ state })) settled();
    },
    [settled],
  );

  /** Does one thing for somebody, which `stop` can end. */
  const work = useCallback(
    async (job: Job, act: (calls: PayoutCalls, done: PaidReport[]) => Promise<EntryState>) => {
      const done = paid.current.get(job.id) ?? [];
      paid.current.set(job.id, done);
      jobs.current.add(job);
      try {
        put(job.id, await act(callsOf(job), done));
      } finally {
        jobs.current.delete(job);
        if (jobs.current.size === 0) pause(false);
      }
    },
    [put, callsOf, pause],
  );

  const payOne = useCallback(
    (job: Job) =>
      work(job, async (calls, done) => {
        put(job.id, { step: 'paying', done: 0 });
        const before = done.length;
        const outcome = await payOut(calls, job.payee, done, count =>
          put(job.id, { step: 'paying', done: count }),
        );
        return stateOf(outcome, done.length > before);
      }),
    [work, put],
  );

  const pay = useCallback(
    async (people: readonly Person[]) => {
      const isBusy = (id: number) => [...jobs.current, ...queue.current].some(job => job.id === id);
      const added = people.filter(({ id }) => !isBusy(id)).map(person => ({ ...person, isStopped: false }));
      if (!isRunning.current) run.current += 1;
      const ids = new Set(added.map(({ id }) => id));
      setEntries(before => [
        ...before.filter(({ id }) => !ids.has(id)),
        ...added.map(({ id, name, payee }) => ({
          ...{ id, name, payee, run: run.current, paid: sumOfPaid(paid.current.get(id) ?? []) },
          state: { step: 'waiting' } as const,
        })),
      ]);
      queue.current.push(...added);
      if (isRunning.current) return;
      isRunning.current = true;
      try {
        for (let next = queue.current.shift(); next; next = queue.current.shift()) await payOne(next);
      } finally {
        isRunning.current = false;
      }
    },
    [payOne],
  );

  const undo = useCallback(
    ({ id, name, payee }: PaydayEntry) =>
      work({ id, name, payee, isStopped: false }, async (calls, done) => {
        put(id, { step: 'takingBack' });
        const outcome = await takeBack(calls, done);
        return stateOfTakingBack(outcome);
      }),
    [work, put],
  );

  /** Reads what became of it. */
  const checkUnknown = useCallback(
    ({ id, name, payee, state }: PaydayEntry) =>
      work({ id, name, payee, isStopped: false }, async (calls, done) => {
        if (state.step !== 'unknown') return state;
        put(id, { step: 'checking', of: state.of });
        if (state.of === 'takingBack')
          return stateOfTakingBack(await checkTakenBack(calls, done), state.problem);
        const outcome = await check(calls, payee, done);
        // Nothing is left to pay, and nothing was paid here.
        const isLeftOut = outcome.is === 'paid' && done.length === 0;
        return isLeftOut ? { step: 'stopped' } : stateOf(outcome, true);
      }),
    [work, put],
  );

  /** Whoever is being paid keeps what has gone through; those whose turn has not come are only named. */
  const stop = useCallback(() => {
    for (const job of jobs.current) job.isStopped = true;
    for (const { id } of queue.current.splice(0)) put(id, { step: 'stopped' });
    pause(false);
  }, [put, pause]);

  const dismiss = useCallback(() => {
    setEntries([]);
    paid.current.clear();
  }, []);

  return useMemo(
    () => ({
      entries,
      isPaused,
      pay: (people: readonly Person[]) => void pay(people),
      undo: (entry: PaydayEntry) => void undo(entry),
      check: (entry: PaydayEntry) => void checkUnknown(entry),
      pause,
      stop,
      dismiss,
    }),
    [entries, isPaused, pay, undo, checkUnknown, pause, stop, dismiss],
  );
}

/** `isOurs`: something was done here. */
function stateOf(outcome: PayoutOutcome, isOurs: boolean): EntryState {
  switch (outcome.is) {
    case 'paid':
      return isOurs ? { step: 'paid', at: Date.now() } : { step: 'paidAlready' };
    case 'differs':
      return outcome.found.agreed.count === 0
        ? { step: 'paidAlready' }
        : { step: 'differs', found: outcome.found };
    case 'failed':
      notifyFailure();
      return { step: 'failed', problem: outcome.problem };
    case 'unknown':
      notifyFailure();
      return { step: 'unknown', of: 'paying', problem: outcome.problem };
    default:
      return { step: 'stopped' };
  }
}

/** `was`: why it had to be checked. */
function stateOfTakingBack(
  outcome: Awaited<ReturnType<typeof takeBack>>,
  was: Problem | null = null,
): EntryState {
  switch (outcome.is) {
    case 'takenBack':
      return { step: 'takenBack' };
    case 'unknown':
      notifyFailure();
      return { step: 'unknown', of: 'takingBack', problem: outcome.problem };
    case 'failed':
      notifyFailure();
      return { step: 'notTakenBack', problem: outcome.problem ?? was };
    default:
      return { step: 'notTakenBack', problem: null };
  }
}

/** What went well the row says itself. */
function notifyFailure(): void {
  notify({ type: 'error', title: shared.error, message: reportTexts.payFailed });
}
