import { useCallback } from 'react';
import type { Problem } from '#api/problem.ts';
import type { CurrentUser } from '#contract/session.ts';
import type { Result } from '#kit/result.ts';
import { useDevice } from '#state/device.ts';
import { useNoteReachable } from '#state/sync.ts';

/**
 * Over the reload that follows, it is remembered that one has just begun to work as another; their name is not ([S30]).
 * It holds the start of the page that is left, which may still draw the banner.
 */
const BEGUN_KEY = 'application.acting-begun';

/** Goes on as another user; the problem says why not. The page is to be loaded anew after it. */
export function useLoginAs(): (userId: number) => Promise<Result<CurrentUser, Problem>> {
  const { session } = useDevice();
  const noteReachable = useNoteReachable();
  return useCallback(
    async userId => {
      const taken = await session.loginAs(userId);
      noteReachable(taken.ok ? null : taken.problem);
      if (taken.ok) sessionStorage.setItem(BEGUN_KEY, String(performance.timeOrigin));
      return taken;
    },
    [session, noteReachable],
  );
}

/** Whether working as another has begun just before this page was loaded; true once. */
export function hasJustBegun(): boolean {
  const begunOn = sessionStorage.getItem(BEGUN_KEY);
  if (begunOn === null || begunOn === String(performance.timeOrigin)) return false;
  sessionStorage.removeItem(BEGUN_KEY);
  return true;
}
