import { useEffect, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type Account, type blockUser, getAccount } from '#contract/users.ts';
import { type Result, success } from '#kit/result.ts';
import { isKnownNotApplied, useAction } from '#state/remote/use-action.ts';
import { type SaveOutcome, useVersionedSave } from '#state/remote/use-versioned-save.ts';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { whyNotDone } from '#ui/remote/why-not-done.ts';
import { notify } from '#ui/toast.tsx';
import { texts } from './texts.ts';

/** The account after its change; `changed` false: it was so already. */
export type ChangedAccount = ReplyOf<typeof blockUser>;

/** One change of an account: how it is sent, whether an account has it, and what is said of it then. */
type Change = {
  send: () => Promise<Result<ChangedAccount, Problem>>;
  isDone: (account: Account) => boolean;
  done: (account: ChangedAccount) => string;
};

type Outcome = SaveOutcome<Change, ChangedAccount>;

export type AccountChanging = ReturnType<typeof useAccountChange>;

/**
 * Changes an account and shows it anew, whatever came of it. A change whose answer proves nothing is looked for in the account
 * before anything is told. `said` is what came of it, in the words of `done`.
 */
export function useAccountChange(id: number, onChanged: () => Promise<void>) {
  const read = useAction(getAccount);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [said, setSaid] = useState('');
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const { state, save, check, reset } = useVersionedSave<Change, ChangedAccount>(
    {
      send: change => change.send(),
      async read() {
        const answer = await read({ id });
        return answer.ok ? success({ ...answer.value, changed: true }) : answer;
      },
      isSaved: (account, { isDone }) => account.id === id && isDone(account),
      // What has not come to be is as it was before, or as somebody else has made it since.
      isBase: () => true,
    },
    outcome => void settle(outcome),
  );
  const forget = () => {
    reset();
    setProblem('');
    setSaid('');
  };
  async function settle(outcome: Outcome): Promise<void> {
    await onChanged();
    const failure = outcome.is === 'saved' ? '' : problemText(outcome);
    setSaid(outcome.is === 'saved' ? outcome.sent.done(outcome.stored) : '');
    setProblem(failure);
    // Where it would be told is no more.
    if (failure && isLeft.current) notify({ type: 'error', title: texts.failedTitle, message: failure });
  }
  async function run(change: Change): Promise<Outcome> {
    forget();
    setBusy(true);
    const outcome = await save(change);
    await settle(outcome);
    setBusy(false);
    return outcome;
  }
  return {
    busy: busy || state.step === 'checking',
    problem,
    said,
    run,
    forget,
    /** Reads what became of a change of which nothing is known; undefined where there is none. */
    check: state.step === 'unknown' || state.step === 'checking' ? () => void check() : undefined,
  };
}

function problemText(outcome: Exclude<Outcome, { is: 'saved' }>): string {
  const { problem } = outcome;
  if (outcome.is === 'failed' && isKnownNotApplied(problem)) return whyNotDone(problem);
  const words = outcome.is === 'failed' ? texts.notChanged : texts.unknown;
  return words(whyUnknown(problem));
}
