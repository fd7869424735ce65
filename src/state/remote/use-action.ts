import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import type { Api } from '#api/api.ts';
import { isAnswered, type Problem } from '#api/problem.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { getUser } from '#contract/session.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import type { Result } from '#kit/result.ts';
import { useDevice } from '../device-context.ts';
import { useSession } from '../session.ts';
import { networkAtom, useNoteReachable } from '../sync.ts';

/**
 * Changes something on the server, now or not at all. `version`: what is known of the thing (contract, conditional). `key`: one
 * that outlives the screen.
 */
export type Action<E extends Endpoint> = (
  input: InputOf<E>,
  options?: { version?: number | undefined; key?: string | null },
) => Promise<Result<ReplyOf<E>, Problem>>;

/**
 * An action of a screen that needs a network. Asked again after an answer was lost, it carries the same key, so that
 * nothing is made twice.
 */
export function useAction<E extends Endpoint>(endpoint: E): Action<E> {
  const { api, session } = useDevice();
  const noteReachable = useNoteReachable();
  // Keys of calls without a known outcome, by input: several may be on their way.
  const openKeys = useRef(new Map<string, string>());
  return useCallback(
    async (input, { version, key: given } = {}) => {
      const asked = JSON.stringify(input);
      const key = given ?? openKeys.current.get(asked) ?? newId();
      openKeys.current.set(asked, key);
      const owner = session.lastOwner();
      const answer = await api.call(
        endpoint,
        input as Record<string, unknown>, // every endpoint's input is an object
        { version, ...(endpoint.takesIdempotencyKey && { key }), ...(owner && { as: owner }) },
      );
      noteReachable(answer.ok ? null : answer.problem);
      if (answer.ok || isOutcomeKnown(answer.problem)) openKeys.current.delete(asked);
      return answer.ok ? { ok: true, value: answer.value.value } : answer;
    },
    [endpoint, api, session, noteReachable],
  );
}

/**
 * Whether an intent's outcome is known. Only a refusal that names the key ends it: any other may be a
 * proxy's, sent after the server has done it, and a busy server or an ended session says nothing of an
 * earlier attempt.
 */
function isOutcomeKnown({ kind, keyStatus }: Problem): boolean {
  return kind === 'refused' && keyStatus !== '';
}

/** Why nothing can be done now: there is no network, or the session has ended. */
type BlockedReason = 'offline' | 'held';

/**
 * What stands in the way of every action of screens that need a network. While offline, the server is polled.
 */
export function useBlockedReason(): BlockedReason | null {
  const { api } = useDevice();
  const { reachable } = useAtomValue(networkAtom);
  const { held } = useSession();
  const noteReachable = useNoteReachable();
  const isWaiting = !reachable && !held;
  useEffect(() => {
    if (isWaiting) return pollUntilAnswered(api, noteReachable);
  }, [isWaiting, api, noteReachable]);
  if (held) return 'held';
  return reachable ? null : 'offline';
}

/** While the server does not answer, a visible screen asks again this often. */
export const POLL_MS = 10 * SECOND_MS;

type Polling = { count: number; timer: ReturnType<typeof setInterval> };

const polling = new WeakMap<Api, Polling>();

/**
 * Calls the cheapest endpoint until the server answers; one poll serves all components that wait. A form
 * reads nothing by itself: without the poll its button would stay disabled for ever. Returns how to stop.
 */
function pollUntilAnswered(api: Api, onAnswer: (problem: Problem | null) => void): () => void {
  const ask = async () => {
    if (document.visibilityState === 'hidden') return;
    const answer = await api.call(getUser, {});
    onAnswer(answer.ok ? null : answer.problem);
  };
  const current = polling.get(api) ?? { count: 0, timer: setInterval(() => void ask(), POLL_MS) };
  current.count += 1;
  polling.set(api, current);
  return () => {
    current.count -= 1;
    if (current.count > 0) return;
    clearInterval(current.timer);
    polling.delete(api);
  };
}

/** Whether it is known that nothing has happened; otherwise the server has to be asked what there is now. */
export function isKnownNotApplied(problem: Problem): boolean {
  return isAnswered(problem) && problem.kind !== 'server';
}
