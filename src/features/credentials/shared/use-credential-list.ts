import type { Problem } from '#api/problem.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Result } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';

export type CredentialList<List> = {
  remote: Remote<List>;
  /** Asks for the list now, shows it and tells it: what became of an act whose answer was lost stands in it. */
  refetch: () => Promise<Result<List, Problem>>;
};

/** A list of the user's own, of an endpoint that takes no input. */
export function useCredentialList<E extends Endpoint>(endpoint: E): CredentialList<ReplyOf<E>> {
  const input = {} as InputOf<E>; // such an endpoint's input has no fields
  const remote = useRemote(endpoint, input);
  const fetchList = useAction(endpoint);
  const refetch = async () => {
    const answer = await fetchList(input);
    // The reading of the screen then says what is wrong, and asks again until somebody answers.
    if (!answer.ok) void remote.reload();
    else remote.change(() => answer.value);
    return answer;
  };
  return { remote, refetch };
}
