import { useEffect } from 'react';
import { usePull } from '#state/use-refresh.ts';
import { answerFault } from '#ui/remote/answer-fault.ts';
import { pullReferences } from './offline/pull-requests.ts';

/**
 * Without its lists an order cannot be made: they are asked for as soon as there is a network. `fault`: what is wrong
 * with the answer that should have brought them, '' for nothing.
 */
export function useMissingLists(missing: boolean): { busy: boolean; fault: string; load: () => void } {
  const { state, reachable, run } = usePull(pullReferences);
  useEffect(() => {
    if (missing && reachable) void run();
  }, [missing, reachable, run]);
  const fault = state.problem ? answerFault(state.problem) : '';
  return { busy: state.busy, fault, load: () => void run() };
}
