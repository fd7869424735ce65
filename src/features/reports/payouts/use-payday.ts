import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { PayoutRow } from '#contract/moderation.ts';
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
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { useStable } from '#ui/use-stable.ts';
import { texts as reportTexts } from '../texts.ts';
import {
  type PaidReport,
  type Payee,
  type PayoutCalls,
  type PayoutOutcome,
  payOut,
  type Sum,
  sumOfPaid,
  sumOfSums,
  takeBack,
} from './pay-out.ts';

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
  | { step: 'stopped' | 'takingBack' | 'takenBack' };

export type Payday = ReturnType<typeof usePayday>;

/** How long what was paid can be taken back in its row, after the last answer. */
export const UNDO_MS = 10 * SECOND_MS;

/** How often it is looked whether a call may get through again. */
const LOOK_MS = SECOND_MS;

/** Whom to pay, from a row of the list. What was left in closed reports is not meant: they are opened first. */
export function payeeOf({ id, open, due }: Pick<PayoutRow, 'id' | 'open' | 'due'>): Payee {
  return { promoterId: id, agreed: sumOfSums([open, due]), hasDue: due.count > 0 };
}

/** Whether it is not known yet what becomes of it. */
export function isOnItsWay({ state: { step } }: Pick<PaydayEntry, 'state'>): boolean {
  return step === 'waiting' || step === 'paying' || step === 'takingBack';
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
        if (outcome.is === 'failed') notifyFailure();
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
        if (outcome.is === 'takenBack') return { step: 'takenBack' };
        if (outcome.is === 'failed') notifyFailure();
        return { step: 'notTakenBack', problem: outcome.is === 'failed' ? outcome.problem : null };
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
      pause,
      stop,
      dismiss,
    }),
    [entries, isPaused, pay, undo, pause, stop, dismiss],
  );
}

/** The calls for one job, which wait while it is paused or nobody answers. */
function usePayoutCalls() {
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
    (job: Job): PayoutCalls => ({
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
      return { step: 'failed', problem: outcome.problem };
    default:
      return { step: 'stopped' };
  }
}

/** What went well the row says itself. */
function notifyFailure(): void {
  notify({ type: 'error', title: shared.error, message: reportTexts.payFailed });
}
