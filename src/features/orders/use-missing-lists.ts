import { useEffect } from 'react';
import { usePull } from '#state/use-refresh.ts';
import { pullReferences } from './offline/pull-requests.ts';

/** Without its lists an order cannot be made: they are asked for as soon as there is a network. */
export function useMissingLists(missing: boolean): { busy: boolean; load: () => void } {
  const { state, reachable, run } = usePull(pullReferences);
  useEffect(() => {
    if (missing && reachable) void run();
  }, [missing, reachable, run]);
  return { busy: state.busy, load: () => void run() };
}
