import { useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { addPromoter } from '#contract/moderation.ts';
import { type Action, useAction, useObstacle } from '#state/remote/use-action.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { addFailure, reasonOf } from '../add-failure.ts';
import type { NewAccount } from '../cards/new-account.ts';
import type { Account } from '../promoter-form.ts';
import { texts } from '../texts.ts';
import { type Counts, changeRow, countRows, nextRow, type Row, remarksOf, toRow } from './batch-rows.ts';
import type { Pasted } from './parse-list.ts';

/** Why nothing is being sent though something waits; `network` goes on by itself. */
export type Pause = { by: 'user' | 'network' | 'server'; why: string };

export type Batch = {
  rows: readonly Row[];
  remarks: ReadonlyMap<string, string>;
  counts: Counts;
  isRunning: boolean;
  pause: Pause | null;
  begin: (people: readonly Pasted[]) => void;
  clear: () => void;
  correct: (key: string, account: Account) => void;
  remove: (key: string) => void;
  /** Sends what is ready, one after another. */
  run: () => void;
  /** Lets those that were refused wait again, and sends. */
  retryFailed: () => void;
  /** After the row that is on its way. */
  stop: () => void;
};

/** A list of promoters on its way to the server. Rows live in this page's memory only, as their passwords must. */
export function useBatch(onMade: (person: Omit<NewAccount, 'isSeen'>) => void): Batch {
  const { rows, now, change } = useRows();
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
    progress.current = Object.assign(progress.current, { isRunning: true, isStopped: false });
    setRunning(true);
    setPause(null);
    try {
      setPause(await sendAll({ add, now, change, onMade, isStopped: () => progress.current.isStopped }));
    } catch (cause) {
      setPause({ by: 'server', why: uiTexts.systemError });
      throw cause;
    } finally {
      progress.current.isRunning = false;
      setRunning(false);
    }
  };
  useReturn(pause, () => void run());
  const remarks = useMemo(() => remarksOf(rows), [rows]);
  const counts = useMemo(() => countRows(rows), [rows]);
  return {
    rows,
    remarks,
    counts,
    isRunning,
    pause,
    begin: people => change(() => people.map(toRow)),
    clear() {
      change(() => []);
      setPause(null);
    },
    correct(key, account) {
      const before = now().find(row => row.key === key);
      const isInvented = before?.isInvented === true && before.password === account.password;
      change(held => changeRow(held, key, { ...account, isInvented, state: 'waits', reason: '' }));
    },
    remove: key => change(held => held.filter(row => row.key !== key)),
    run: () => void run(),
    retryFailed() {
      change(held =>
        held.map(row => (row.state === 'failed' ? { ...row, state: 'waits', reason: '' } : row)),
      );
      void run();
    },
    stop() {
      progress.current.isStopped = true;
    },
  };
}

type Change = (next: (held: readonly Row[]) => readonly Row[]) => void;

/** The rows, as the screen shows them and as the sending reads them between two answers. */
function useRows(): { rows: readonly Row[]; now: () => readonly Row[]; change: Change } {
  const held = useRef<readonly Row[]>([]);
  const [rows, setRows] = useState(held.current);
  const change: Change = next => {
    held.current = next(held.current);
    setRows(held.current);
  };
  return { rows, now: () => held.current, change };
}

/** Goes on once there is a network again, if it was the network that stopped it. */
function useReturn(pause: Pause | null, goOn: () => void): void {
  const obstacle = useObstacle();
  const mayGoOn = pause?.by === 'network' && obstacle === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the return alone goes on
  useEffect(() => {
    if (mayGoOn) goOn();
  }, [mayGoOn]);
}

type Sending = {
  add: Action<typeof addPromoter>;
  now: () => readonly Row[];
  change: Change;
  onMade: (person: Omit<NewAccount, 'isSeen'>) => void;
  isStopped: () => boolean;
};

/** Sends row after row until none is left or something stands in the way. */
async function sendAll(sending: Sending): Promise<Pause | null> {
  const tried = new Set<string>();
  for (;;) {
    const row = nextRow(sending.now(), tried);
    if (!row) return null;
    if (sending.isStopped()) return { by: 'user', why: texts.batch.stopped };
    tried.add(row.key);
    const pause = await send(row, sending);
    if (pause) return pause;
  }
}

async function send(row: Row, { add, change, onMade }: Sending): Promise<Pause | null> {
  const { key, name, email, password, state } = row;
  const become = (next: Partial<Row>) => change(held => changeRow(held, key, next));
  become({ state: 'sending', reason: '' });
  const trimmed = { name: name.trim(), email: email.trim() };
  const answer = await add({ ...trimmed, password, password_confirmation: password }).catch(
    (cause: unknown) => {
      become({ state: 'unknown', reason: uiTexts.systemError });
      throw cause;
    },
  );
  if (answer.ok) {
    become({ state: 'done' });
    onMade({
      ...trimmed,
      email: answer.value.email || trimmed.email,
      key: `row-${key}-${answer.value.id}`,
      password,
    });
    return null;
  }
  const failed = addFailure(answer.problem);
  const reason = reasonOf(failed);
  if (failed.outcome === 'refused') {
    const isOurs = state === 'unknown' && reason === texts.taken;
    become({ state: 'failed', reason: isOurs ? texts.takenAfterLoss : reason });
    return answer.problem.status === 403 ? { by: 'server', why: reason } : null;
  }
  // What was unknown before is not known better because the server was busy.
  const isUnknown = failed.outcome === 'unknown' || state === 'unknown';
  become(isUnknown ? { state: 'unknown', reason: texts.outcomeUnknown } : { state: 'waits', reason: '' });
  return pauseOf(answer.problem, reason);
}

function pauseOf({ kind }: Problem, why: string): Pause {
  const isNetwork = kind === 'offline' || kind === 'timeout';
  return isNetwork ? { by: 'network', why: texts.batch.pausedByNetwork } : { by: 'server', why };
}
