import { useEffect, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { blockUser } from '#contract/users.ts';
import type { Result } from '#kit/result.ts';
import { isKnownNotApplied } from '#state/remote/use-action.ts';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { whyNotDone } from '#ui/remote/why-not-done.ts';
import { notify } from '#ui/toast.tsx';
import { texts } from './texts.ts';

/** The account after its change; `changed` false: it was so already. */
export type ChangedAccount = ReplyOf<typeof blockUser>;

/**
 * Changes an account and reads it anew, whatever came of it: a change whose answer was lost is seen there. `said` is what
 * came of it, in the words of `done`.
 */
export function useAccountChange(onChanged: () => Promise<void>) {
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
  async function run(
    sent: Promise<Result<ChangedAccount, Problem>>,
    done: (account: ChangedAccount) => string,
  ): Promise<Result<ChangedAccount, Problem>> {
    setBusy(true);
    setProblem('');
    setSaid('');
    const answer = await sent;
    await onChanged();
    setBusy(false);
    if (answer.ok) setSaid(done(answer.value));
    else if (isLeft.current) {
      // Where it would be told is no more.
      notify({ type: 'error', title: texts.failedTitle, message: problemText(answer.problem) });
    } else setProblem(problemText(answer.problem));
    return answer;
  }
  const forget = () => {
    setProblem('');
    setSaid('');
  };
  return { busy, problem, said, run, forget };
}

function problemText(problem: Problem): string {
  if (isKnownNotApplied(problem)) return whyNotDone(problem);
  return texts.unknown(whyUnknown(problem));
}
