import { useEffect, useMemo, useRef, useState } from 'react';
import { addPromoter } from '#contract/moderation.ts';
import { type Action, useAction, useBlockedReason } from '#state/remote/use-action.ts';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { failureText, toAddPromoterFailure } from '../add-promoter-failure.ts';
import type { AddedPerson } from '../cards/use-new-accounts.ts';
import type { Account } from '../promoter-form.ts';
import { texts } from '../texts.ts';
import { changeRow, countRows, findRowProblems, nextRow, type Row, toRow } from './batch-rows.ts';
import type { PastedPerson } from './parse-list.ts';

/** Why nothing is being sent though something waits; without a network it goes on by itself. */
type Pause = { isOffline: boolean; why: string };

export type Batch = ReturnType<typeof useBatch>;

/** A list of promoters on its way to the server. Rows live in this page's memory only, as their passwords must. */
export function useBatch(onAdded: (person: AddedPerson) => void) {
  const [rows, setRows] = useState<readonly Row[]>([]);
  // As the sending reads them between two answers.
  const latestRows = useRef(rows);
  const change: Change = next => {
    latestRows.current = next(latestRows.current);
    setRows(latestRows.current);
  };
  const currentRows = () => latestRows.current;
  const add = useAction(addPromoter);
  const [isRunning, setRunning] = useState(false);
  const [pause, setPause] = useState<Pause | null>(null);
  const progress = useRef({ isRunning: false, isStopped: false });
  useEffect(() => {
    const { current } = progress;
    // Once the screen is gone, nobody would see what came of the next one.
    return () => {
      current.isStopped = true;
    };
  }, []);

  const run = async () => {
    if (progress.current.isRunning) return;
    Object.assign(progress.current, { isRunning: true, isStopped: false });
    setRunning(true);
    setPause(null);
    const isStopped = () => progress.current.isStopped;
    try {
      setPause(await sendAll({ add, currentRows, change, onAdded, isStopped }));
    } catch (cause) {
      setPause({ isOffline: false, why: uiTexts.systemError });
      throw cause;
    } finally {
      progress.current.isRunning = false;
      setRunning(false);
    }
  };
  useResumeOnline(pause, () => void run());
  return {
    rows,
    rowProblems: useMemo(() => findRowProblems(rows), [rows]),
    counts: useMemo(() => countRows(rows), [rows]),
    isRunning,
    pause,
    load: (people: readonly PastedPerson[]) => change(() => people.map(toRow)),
    clear() {
      change(() => []);
      setPause(null);
    },
    edit(key: string, account: Account) {
      const before = currentRows().find(row => row.key === key);
      const isGenerated = before?.isGenerated === true && before.password === account.password;
      change(latest => changeRow(latest, key, { ...account, isGenerated, state: 'waits', reason: '' }));
    },
    remove: (key: string) => change(latest => latest.filter(row => row.key !== key)),
    /** Sends what is ready, one after another. */
    run: () => void run(),
    /** Lets those that were refused wait again, and sends. */
    retryFailed() {
      change(latest =>
        latest.map(row => (row.state === 'failed' ? { ...row, state: 'waits', reason: '' } : row)),
      );
      void run();
    },
    /** After the row that is on its way. */
    stop() {
      progress.current.isStopped = true;
    },
  };
}

type Change = (next: (latest: readonly Row[]) => readonly Row[]) => void;

/** Goes on once there is a network again, if it was the network that stopped it. */
function useResumeOnline(pause: Pause | null, resume: () => void): void {
  const blockedReason = useBlockedReason();
  const canResume = pause?.isOffline && blockedReason === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the return alone goes on
  useEffect(() => {
    if (canResume) resume();
  }, [canResume]);
}

type SendContext = {
  add: Action<typeof addPromoter>;
  currentRows: () => readonly Row[];
  change: Change;
  onAdded: (person: AddedPerson) => void;
  isStopped: () => boolean;
};

/** Sends row after row until none is left or something stands in the way. */
async function sendAll(context: SendContext): Promise<Pause | null> {
  const tried = new Set<string>();
  for (;;) {
    const row = nextRow(context.currentRows(), tried);
    if (!row) return null;
    if (context.isStopped()) return { isOffline: false, why: texts.batch.stopped };
    tried.add(row.key);
    const pause = await send(row, context);
    if (pause) return pause;
  }
}

async function send(row: Row, { add, change, onAdded }: SendContext): Promise<Pause | null> {
  const { key, state } = row;
  const update = (next: Partial<Row>) => change(latest => changeRow(latest, key, next));
  update({ state: 'sending', reason: '' });
  const [name, email, password] = [row.name.trim(), row.email.trim(), row.password.trim()];
  const answer = await add({ name, email, password, password_confirmation: password }).catch(
    (cause: unknown) => {
      update({ state: 'unknown', reason: uiTexts.systemError });
      throw cause;
    },
  );
  if (answer.ok) {
    update({ state: 'done' });
    const { id, email: savedEmail } = answer.value;
    onAdded({ key: `row-${key}-${id}`, name, email: savedEmail || email, password });
    return null;
  }
  const failed = toAddPromoterFailure(answer.problem);
  const reason = failureText(failed);
  if (failed.outcome === 'refused') {
    const mayBeOurs = state === 'unknown' && reason === texts.emailTaken;
    update({ state: 'failed', reason: mayBeOurs ? texts.emailTakenAfterLostAnswer : reason });
    return answer.problem.status === 403 ? { isOffline: false, why: reason } : null;
  }
  // What was unknown before is not known better because the server was busy.
  const isUnknown = failed.outcome === 'unknown' || state === 'unknown';
  update(
    isUnknown
      ? { state: 'unknown', reason: texts.outcomeUnknown(whyUnknown(answer.problem)) }
      : { state: 'waits', reason: '' },
  );
  const isOffline = answer.problem.kind === 'offline' || answer.problem.kind === 'timeout';
  return { isOffline, why: isOffline ? texts.batch.pausedByNetwork : reason };
}
