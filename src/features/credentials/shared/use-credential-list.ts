import { useEffect, useRef } from 'react';
import type { Problem } from '#api/problem.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { SECOND_MS } from '#kit/clock.ts';
import type { Result } from '#kit/result.ts';
import { useDevice } from '#state/device-context.ts';
import { useAction } from '#state/remote/use-action.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';

export type CredentialList<List> = {
  remote: Remote<List>;
  /** Asks for the list now, shows it and tells it: what became of an act whose answer was lost stands in it. */
  refetch: () => Promise<Result<List, Problem>>;
  /** The list just before something is made, so that it can be told what is new afterwards; null: it cannot be read. */
  readBefore: () => Promise<List | null>;
};

/** A list is read anew before something is made, where it is older than this. */
const FRESH_MS = 5 * SECOND_MS;

/** A list of the user's own, of an endpoint that takes no input. */
export function useCredentialList<E extends Endpoint>(endpoint: E): CredentialList<ReplyOf<E>> {
  const input = {} as InputOf<E>; // such an endpoint's input has no fields
  const remote = useRemote(endpoint, input);
  const fetchList = useAction(endpoint);
  const { now } = useDevice();
  const { value } = remote;
  const readAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (value !== undefined) readAt.current = now();
  }, [value, now]);
  const refetch = async () => {
    const answer = await fetchList(input);
    // The reading of the screen then says what is wrong, and asks again until somebody answers.
    if (!answer.ok) void remote.reload();
    else remote.change(() => answer.value);
    return answer;
  };
  const readBefore = async () => {
    if (value !== undefined && now() - readAt.current < FRESH_MS) return value;
    const answer = await refetch();
    return answer.ok ? answer.value : null;
  };
  return { remote, refetch, readBefore };
}
