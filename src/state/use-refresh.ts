import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isAnswered, type Problem } from '#api/problem.ts';
import type { Result } from '#kit/result.ts';
import type { PullContext } from '#sync/pull.ts';
import { useDevice } from './device-context.ts';
import { pullContext, usePullContext, withCache } from './local.ts';
import { networkAtom, useNoteReachable } from './sync.ts';

export type Pull = (context: PullContext) => Promise<Result<unknown, Problem>>;

/** `tried`: at least one attempt has ended, so that "nothing is here" may be said. */
export type Refresh = { busy: boolean; tried: boolean; problem: Problem | null; run: () => Promise<void> };

/**
 * Refreshes when a screen opens, when `key` changes, and when the network comes back after it was missing. What
 * the screen shows stays as it is meanwhile: the result arrives through `useLocal`.
 */
export function useRefresh(pull: Pull, key: string): Refresh {
  const { state, reachable, run } = usePull(pull);
  const wasMissing = state.problem !== null && !isAnswered(state.problem);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is what asks for another refresh
  useEffect(() => {
    void run();
  }, [run, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the network's return asks again, not the failure itself
  useEffect(() => {
    if (reachable && wasMissing) void run();
  }, [reachable]);
  return { ...state, run };
}

type State = Omit<Refresh, 'run'>;

/** A pull on demand, e.g. of a next page; also tells the app what the call has shown of the network. */
export function usePull(pull: Pull): { state: State; reachable: boolean; run: () => Promise<void> } {
  const device = useDevice();
  const context = usePullContext();
  const { reachable } = useAtomValue(networkAtom);
  const noteReachable = useNoteReachable();
  const [state, setState] = useState<State>({ busy: false, tried: false, problem: null });
  const latest = useRef(pull);
  latest.current = pull;
  const run = useCallback(async () => {
    if (!context) return;
    setState(before => ({ ...before, busy: true }));
    const owner = () => device.session.lastOwner();
    const pulling = withCache(() => pullContext(device, owner()), latest.current);
    const pulled = await pulling.finally(() => setState(before => ({ ...before, busy: false })));
    const problem = !pulled || pulled.ok ? null : pulled.problem;
    setState({ busy: false, tried: true, problem });
    noteReachable(problem);
  }, [device, context, noteReachable]);
  return { state, reachable, run };
}
