import { useSetAtom } from 'jotai';
import { useCallback } from 'react';
import type { Problem } from '#api/problem.ts';
import type { CurrentUser } from '#contract/session.ts';
import type { Result } from '#kit/result.ts';
import { useDevice } from './device-context.ts';
import { sessionUserAtom, sessionUserOf } from './session.ts';
import { useNoteReachable } from './sync.ts';

export function useSignIn(): (email: string, password: string) => Promise<Result<CurrentUser, Problem>> {
  const { session, runner } = useDevice();
  const setEntered = useSetAtom(sessionUserAtom);
  const noteReachable = useNoteReachable();
  return useCallback(
    async (email, password) => {
      const signed = await session.signIn(email, password);
      noteReachable(signed.ok ? null : signed.problem);
      if (!signed.ok) return signed;
      setEntered({ user: signed.value, offline: false, actorId: undefined });
      void runner.wake('button');
      return signed;
    },
    [session, runner, setEntered, noteReachable],
  );
}

/** Goes on with the cached user after the session has ended; false if this device knows none. */
export function useContinueOffline(): () => Promise<boolean> {
  const { session } = useDevice();
  const setEntered = useSetAtom(sessionUserAtom);
  return useCallback(async () => {
    const user = await session.cachedUser();
    if (user) setEntered(sessionUserOf(session, { user, offline: true }));
    return user !== null;
  }, [session, setEntered]);
}
