import { useEffect, useMemo, useRef, useState } from 'react';
import { SECOND_MS } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import { createJobs, type Job } from '#state/remote/jobs.ts';
import { untilAnswered } from '#state/remote/until-answered.ts';
import { useHold } from '#state/remote/use-hold.ts';
import { UNPROVEN } from '#state/remote/use-versioned-save.ts';
import { useSession } from '#state/session.ts';
import { useStable } from '#ui/use-stable.ts';
import { type Change, isOnItsWay, LOST, type PaydayEntry, type Payee, paymentsOf } from './payday-entry.ts';
import { noteAnswered, noteSent, readSent } from './sent-payments.ts';
import { texts } from './texts.ts';
import { type Act, usePaymentCalls } from './use-payment-calls.ts';

export type Payday = ReturnType<typeof usePayday>;

/** How long a row offers «Вернуть» after its payment. */
export const UNDO_MS = 10 * SECOND_MS;

/**
 * Pays promoters with one call each, and holds their states, the pause and «Вернуть». Without a network the calls wait.
 * `onSettled` is called when a promoter's figures may have changed.
 */
export function usePayday(onSettled: () => void) {
  const owner = useSession().user?.id ?? 0;
  const [left] = useState(() =>
    readSent(owner).map(sent => ({ ...sent, ...LOST, name: texts.promoterOf(sent.id), run: 0, earlier: [] })),
  );
  const [entries, setEntries] = useState<readonly PaydayEntry[]>(left);
  const { isPaused, pause, mayGoOn } = useHold();
  const [jobs] = useState(() => createJobs(() => pause(false)));
  const calls = usePaymentCalls();
  const run = useRef(0);
  const settled = useStable(onSettled);
  // Leaving the screen stops all jobs; a call that is under way may still arrive.
  useEffect(() => jobs.stop, [jobs]);

  const put = (id: number, change: Change) => {
    setEntries(before => before.map(entry => (entry.id === id ? { ...entry, ...change } : entry)));
    if (!isOnItsWay(change)) settled();
  };

  const begin = (entry: PaydayEntry, step: 'paying' | 'takingBack' | 'checking', act: Act) => {
    if (jobs.has(entry.id)) return;
    put(entry.id, { state: { step: 'waiting' } });
    const wasSent = step !== 'checking' && readSent(owner).some(({ id }) => id === entry.id);
    const work = async (job: Job) => {
      let change = LOST;
      try {
        change = await act(entry, call => {
          const send = () => {
            put(entry.id, { state: { step } });
            noteSent(owner, entry);
            return call();
          };
          return untilAnswered(send, after => mayGoOn(job, after), wasSent ? UNPROVEN : null);
        });
      } finally {
        put(entry.id, change);
        if (change.state.step !== 'unknown') noteAnswered(owner, entry.id);
      }
    };
    jobs.add(entry.id, work, { first: step !== 'paying' });
  };

  const pay = useStable((payees: readonly Payee[]) => {
    if (jobs.isIdle()) run.current += 1;
    const begun = { payment: null, state: { step: 'waiting' }, run: run.current } as const;
    const added = payees
      .filter(({ id }) => !jobs.has(id))
      .map((payee): PaydayEntry => {
        const before = entries.find(({ id }) => id === payee.id);
        const earlier = before ? paymentsOf(before) : [];
        return { ...payee, ...begun, earlier, key: payee.key ?? newId() };
      });
    const ids = new Set(added.map(({ id }) => id));
    setEntries(before => [...before.filter(({ id }) => !ids.has(id)), ...added]);
    for (const entry of added) begin(entry, 'paying', calls.pay);
  });
  const undo = useStable((entry: PaydayEntry) => begin(entry, 'takingBack', calls.takeBack));
  /** Reads whether the last command was carried out; sends no command. */
  const check = useStable((entry: PaydayEntry) => begin(entry, 'checking', calls.check));

  // The payments without an answer from before a reload.
  useEffect(() => left.forEach(check), [left, check]);

  const stop = useStable(() => {
    jobs.stop();
    pause(false);
  });
  const dismiss = useStable(() => {
    for (const { id } of entries) noteAnswered(owner, id);
    setEntries([]);
  });
  return useMemo(
    () => ({ entries, isPaused, pay, undo, check, pause, stop, dismiss }),
    [entries, isPaused, pay, undo, check, pause, stop, dismiss],
  );
}
