import { useEffect } from 'react';
import { usePull } from '#state/use-refresh.ts';
import { describeFailure, type Failure } from '#ui/remote/answer-fault.ts';
import { pullReferences } from './offline/pull-requests.ts';
import { texts } from './texts.ts';

export type MissingLists = {
  busy: boolean;
  /** Why they are not here, as far as that is known. */
  failure: Failure;
  load: () => void;
};

const NOT_ASKED: Failure = { unanswered: false, why: texts.listsMissing, signIn: false };

/** Without its lists an order cannot be made: they are asked for as soon as there is a network. */
export function useMissingLists(missing: boolean): MissingLists {
  const { state, reachable, run } = usePull(pullReferences);
  useEffect(() => {
    if (missing && reachable) void run();
  }, [missing, reachable, run]);
  const failure = state.problem ? describeFailure(state.problem, texts.listsMissing) : NOT_ASKED;
  return { busy: state.busy, failure, load: () => void run() };
}
