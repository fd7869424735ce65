import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { PayoutRow } from '#contract/moderation.ts';
import {
  closeReport,
  createReport,
  getReport,
  listReports,
  openReport,
  payRequest,
  unpayRequest,
} from '#contract/reports.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { useAction, useBlockedReason } from '#state/remote/use-action.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { texts as reportTexts } from '../texts.ts';
import { type PaidReport, type Payee, type PayoutCalls, payOut, type Sum, takeBack } from './pay-out.ts';

/** Somebody who is paid on this screen, with what was agreed to. */
export type PaydayEntry = { id: number; name: string; agreed: Sum; state: EntryState };

type EntryState =
  | { step: 'waiting' }
  | { step: 'paying'; done: number }
  | { step: 'differs'; found: Payee }
  | { step: 'paid'; at: number }
  /** Somebody else has paid it. */
  | { step: 'paidAlready' }
  | { step: 'failed' | 'stopped'; problem: Problem | null }
  | { step: 'takingBack' }
  | { step: 'takenBack' }
  | { step: 'notTakenBack'; problem: Problem | null };

export type Payday = ReturnType<typeof usePayday>;

/** How long what was paid can be taken back in its row, after the last answer. */
export const UNDO_MS = 10 * SECOND_MS;

/** How often it is looked whether a call may get through again. */
const LOOK_MS = SECOND_MS;

/** Whom to pay, from a row of the list; what was left in closed reports needs them opened first. */
export function payeeOf({ id, open, due }: PayoutRow): Payee {
  return { promoterId: id, open: sumOf(open), due: sumOf(due) };
}

function sumOf({ count, share }: Sum): Sum {
  return { count, share };
}

export function agreedOf({ open, due }: Payee): Sum {
  return { count: open.count + due.count, share: (open.share * 100 + due.share * 100) / 100 };
}

/** What the calls look at before they go on. */
type Control = { isPaused: boolean; isBlocked: boolean; isStopped: boolean };

type Paid = { id: number; name: string; payee: Payee };

/**
 * Paying promoters one after another: what became of each, a pause, and the way back. A lost network only makes it wait.
 * `onSettled` hears of each whose figures are other ones now.
 */
export function usePayday(onSettled: () => void) {
  const [entries, setEntries] = useState<readonly PaydayEntry[]>([]);
  const [isPaused, setPaused] = useState(false);
  const control = useControl();
  const calls = usePayoutCalls(control);
  const queue = useRef<Paid[]>([]);
  const isBusy = useRef(false);
  const paid = useRef(new Map<number, PaidReport[]>());
  const settled = useRef(onSettled);
  useEffect(() => {
    settled.current = onSettled;
  });

  const put = useCallback((id: number, state: EntryState) => {
    setEntries(before => before.map(entry => (entry.id === id ? { ...entry, state } : entry)));
    if (!isOnItsWay(state)) settled.current();
  }, []);

  const payNext = useCallback(
    async ({ id, payee }: Paid) => {
      put(id, { step: 'paying', done: 0 });
      const outcome = await payOut(calls, payee, done => put(id, { step: 'paying', done }));
      paid.current.set(id, [...(paid.current.get(id) ?? []), ...outcome.paid]);
      if (outcome.is === 'failed') notifyFailure();
      if (outcome.is === 'paid') notifyClosed(outcome.paid);
      put(id, stateOf(outcome));
    },
    [calls, put],
  );

  const pay = useCallback(
    async (people: readonly Paid[]) => {
      const added = people.filter(({ id }) => !queue.current.some(each => each.id === id));
      const ids = new Set(added.map(({ id }) => id));
      for (const id of ids) paid.current.delete(id);
      setEntries(before => [...before.filter(({ id }) => !ids.has(id)), ...added.map(newEntry)]);
      queue.current.push(...added);
      if (isBusy.current) return;
      isBusy.current = true;
      control.current.isStopped = false;
      for (let next = queue.current.shift(); next; next = queue.current.shift()) await payNext(next);
      isBusy.current = false;
    },
    [control, payNext],
  );

  const undo = useCallback(
    async (id: number) => {
      put(id, { step: 'takingBack' });
      control.current.isStopped = false;
      const problem = await takeBack(calls, paid.current.get(id) ?? []);
      if (problem) notifyFailure();
      else paid.current.delete(id);
      put(id, problem ? { step: 'notTakenBack', problem } : { step: 'takenBack' });
    },
    [calls, control, put],
  );

  const pause = useCallback(
    (wanted: boolean) => {
      control.current.isPaused = wanted;
      setPaused(wanted);
    },
    [control],
  );

  /** Whoever is being paid keeps what has gone through; those whose turn has not come are forgotten. */
  const stop = useCallback(() => {
    const rest = new Set(queue.current.splice(0).map(({ id }) => id));
    setEntries(before => before.filter(({ id }) => !rest.has(id)));
    control.current.isStopped = true;
    pause(false);
  }, [control, pause]);

  const dismiss = useCallback(() => setEntries([]), []);

  return useMemo(
    () => ({
      entries,
      isPaused,
      pay: (people: readonly Paid[]) => void pay(people),
      undo: (id: number) => void undo(id),
      pause,
      stop,
      dismiss,
    }),
    [entries, isPaused, pay, undo, pause, stop, dismiss],
  );
}

function newEntry({ id, name, payee }: Paid): PaydayEntry {
  return { id, name, agreed: agreedOf(payee), state: { step: 'waiting' } };
}

/** Whether it is not known yet what becomes of it. */
export function isOnItsWay({ step }: EntryState): boolean {
  return step === 'waiting' || step === 'paying' || step === 'takingBack';
}

/** Whoever leaves the screen stops it; the call that is on its way arrives or not without them. */
function useControl() {
  const control = useRef<Control>({ isPaused: false, isBlocked: false, isStopped: false });
  const isBlocked = useBlockedReason() !== null;
  useEffect(() => {
    control.current.isBlocked = isBlocked;
  }, [isBlocked]);
  useEffect(() => {
    const { current } = control;
    return () => {
      current.isStopped = true;
    };
  }, []);
  return control;
}

function usePayoutCalls(control: { readonly current: Control }): PayoutCalls {
  const create = useAction(createReport);
  const list = useAction(listReports);
  const read = useAction(getReport);
  const pay = useAction(payRequest);
  const unpay = useAction(unpayRequest);
  const close = useAction(closeReport);
  const open = useAction(openReport);
  return useMemo(
    () => ({
      create: promoter_id => create({ promoter_id }),
      list: promoterId => list({ promoterId }),
      read: id => read({ id }),
      pay: request_id => pay({ request_id }),
      unpay: request_id => unpay({ request_id }),
      close: (report_id, version) => close({ report_id }, { version }),
      open: report_id => open({ report_id }),
      async mayGoOn(after) {
        const { current } = control;
        if (after) await wait(after.retryAfterMs ?? LOOK_MS);
        while (!current.isStopped && (current.isPaused || (after && current.isBlocked))) await wait(LOOK_MS);
        return !current.isStopped;
      },
    }),
    [control, create, list, read, pay, unpay, close, open],
  );
}

function wait(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, ms));
}

function stateOf(outcome: Awaited<ReturnType<typeof payOut>>): EntryState {
  switch (outcome.is) {
    case 'paid':
      return { step: 'paid', at: Date.now() };
    case 'differs':
      return agreedOf(outcome.found).count === 0
        ? { step: 'paidAlready' }
        : { step: 'differs', found: outcome.found };
    case 'failed':
      return { step: 'failed', problem: outcome.problem };
    default:
      return { step: 'stopped', problem: null };
  }
}

function notifyFailure(): void {
  notify({ type: 'error', title: shared.error, message: reportTexts.payFailed });
}

/** The specification's words of a report that was closed. */
function notifyClosed(reports: readonly PaidReport[]): void {
  for (const { reportId } of reports) {
    notify({ type: 'success', title: reportTexts.reportOf(reportId), message: reportTexts.wasClosed });
  }
}
