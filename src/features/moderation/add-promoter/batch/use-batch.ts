import { useEffect, useMemo, useRef, useState } from 'react';
import { findTakenEmails } from '#contract/moderation.ts';
import { useAction, useBlockedReason } from '#state/remote/use-action.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { failureText, toAddPromoterFailure } from '../add-promoter-failure.ts';
import type { AddedPerson } from '../cards/use-new-accounts.ts';
import type { Account } from '../promoter-form.ts';
import { texts } from '../texts.ts';
import { type AddOne, useAddPromoter } from '../use-add-promoter.ts';
import {
  askedEmails,
  changeRow,
  countRows,
  findRowProblems,
  markTaken,
  nextRow,
  type Row,
  toRow,
} from './batch-rows.ts';
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
  const { isUnchecked, forgetUnchecked, withTaken } = useTakenEmails();
  const startAdding = useAddPromoter();
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
      setPause(await sendAll({ addOne: startAdding(), currentRows, change, onAdded, isStopped }));
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
    /** It was not found out whose addresses are taken. */
    isUnchecked,
    /** Takes a list once it is known whose addresses are taken. */
    async load(people: readonly PastedPerson[]) {
      forgetUnchecked();
      const pasted = people.map(toRow);
      const mark = await withTaken(pasted);
      change(() => mark(pasted));
    },
    clear() {
      change(() => []);
      setPause(null);
    },
    edit(key: string, account: Account) {
      const before = currentRows().find(row => row.key === key);
      const isGenerated = before?.isGenerated === true && before.password === account.password;
      const edited = { ...account, isGenerated, state: 'waits', reason: '', isTaken: false } as const;
      change(latest => changeRow(latest, key, edited));
      void withTaken(currentRows().filter(row => row.key === key)).then(change);
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

/** Asks the server which addresses are taken; what was told is then put into the rows. */
function useTakenEmails() {
  const ask = useAction(findTakenEmails);
  const [isUnchecked, setUnchecked] = useState(false);
  const withTaken = async (rows: readonly Row[]) => {
    const emails = askedEmails(rows);
    const answer = emails.length === 0 ? null : await ask({ emails });
    if (answer?.ok === false) setUnchecked(true);
    const taken = answer?.ok ? answer.value.list.map(({ email }) => email) : [];
    return (latest: readonly Row[]) => markTaken(latest, emails, taken);
  };
  return { isUnchecked, forgetUnchecked: () => setUnchecked(false), withTaken };
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
  addOne: AddOne;
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

async function send(row: Row, { addOne, change, onAdded }: SendContext): Promise<Pause | null> {
  const { key } = row;
  const update = (next: Partial<Row>) => change(latest => changeRow(latest, key, next));
  update({ state: 'sending', reason: '' });
  const attempt = await addRow(row, addOne).catch((cause: unknown) => {
    update({ state: 'unknown', reason: uiTexts.systemError });
    throw cause;
  });
  const { outcome } = attempt;
  if (outcome.is === 'saved') {
    update({ state: 'done', attempt: null });
    const { id, email } = outcome.stored;
    onAdded({ key: `row-${key}-${id}`, ...outcome.sent, email });
    return null;
  }
  const { problem } = outcome;
  const failed = toAddPromoterFailure(outcome);
  const reason = failureText(failed);
  update({ state: STATE_AFTER[failed.outcome], reason, attempt });
  if (failed.outcome === 'refused') return problem.status === 403 ? { isOffline: false, why: reason } : null;
  const isOffline = outcome.is === 'unknown' && (problem.kind === 'offline' || problem.kind === 'timeout');
  return { isOffline, why: isOffline ? texts.batch.pausedByNetwork : reason };
}

const STATE_AFTER = { refused: 'failed', later: 'waits', unknown: 'unknown' } as const;

/** One whose answer was lost is looked for first, and sent again only if the list shows that it was not made. */
async function addRow({ attempt, ...row }: Row, addOne: AddOne) {
  const [name, email, password] = [row.name.trim(), row.email.trim(), row.password.trim()];
  const account = { name, email, password };
  const next = await addOne(account, attempt);
  const wasLookedFor = attempt?.outcome.is === 'unknown';
  return wasLookedFor && next.outcome.is === 'failed' ? addOne(account, next) : next;
}
