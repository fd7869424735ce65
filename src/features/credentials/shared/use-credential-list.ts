import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Problem } from '#api/problem.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Result } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';

/** What such an endpoint takes, which has no fields of its own. */
const NO_INPUT = {};

export type CredentialList<List> = {
  remote: Remote<List>;
  /** Asks for the list now, shows it and tells it: what became of an act whose answer was lost stands in it. */
  refetch: () => Promise<Result<List, Problem>>;
};

/** A list of the user's own, of an endpoint that takes no input. */
export function useCredentialList<E extends Endpoint>(endpoint: E): CredentialList<ReplyOf<E>> {
  const remote = useRemote(endpoint, NO_INPUT as InputOf<E>);
  const fetchList = useAction(endpoint);
  const latest = useRef(remote);
  useLayoutEffect(() => {
    latest.current = remote;
  });
  const refetch = useCallback(async () => {
    const answer = await fetchList(NO_INPUT as InputOf<E>);
    // The reading of the screen then says what is wrong, and asks again until somebody answers.
    if (!answer.ok) void latest.current.reload();
    else latest.current.change(() => answer.value);
    return answer;
  }, [fetchList]);
  return { remote, refetch };
}
