import { useCallback, useEffect, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { CurrentUser } from '#contract/session.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/clock.ts';
import type { Result } from '#kit/result.ts';
import { useDevice } from './device.ts';
import { useNoteReachable } from './sync.ts';

/** Over the reload that follows, who has just begun to work as another is remembered; their name is not ([S30]). */
const BEGUN_KEY = 'application.acting-begun';

/** Goes on as another user; the problem says why not. The page is to be loaded anew after it. */
export function useLoginAs(): (userId: number) => Promise<Result<CurrentUser, Problem>> {
  const { session } = useDevice();
  const noteReachable = useNoteReachable();
  return useCallback(
    async userId => {
      const taken = await session.loginAs(userId);
      noteReachable(taken.ok ? null : taken.problem);
      if (taken.ok) sessionStorage.setItem(BEGUN_KEY, 'yes');
      return taken;
    },
    [session, noteReachable],
  );
}

/** Whether working as another has begun just before this page was loaded; true once. */
export function hasJustBegun(): boolean {
  const hasBegun = sessionStorage.getItem(BEGUN_KEY) !== null;
  sessionStorage.removeItem(BEGUN_KEY);
  return hasBegun;
}

/** Back to the own session; the page is to be loaded anew after it. */
export function useComeBack(): () => Promise<void> {
  const { session } = useDevice();
  return session.comeBack;
}

/** A backend that names no end counts as one of a year: of that nothing is told. */
const TELLABLE_MS = 2 * HOUR_MS;

const LOOK_EVERY_MS = 10 * SECOND_MS;

/** How many whole minutes are left of working as another; null where nobody knows, e.g. after the clock was set back. */
export type TimeLeft = number | 'over' | null;

/** The time that is left by this device's clock, never told too long. */
export function useTimeLeft(): TimeLeft {
  const { auth, now } = useDevice();
  const read = useCallback((): TimeLeft => {
    const { own, expiresIn, isLoggedIn } = auth.read();
    if (!own || !isLoggedIn || now() < own.since) return null;
    const leftMs = own.since + expiresIn * SECOND_MS - now();
    if (leftMs > TELLABLE_MS) return null;
    return leftMs > 0 ? Math.floor(leftMs / MINUTE_MS) : 'over';
  }, [auth, now]);
  const [left, setLeft] = useState(read);
  useEffect(() => {
    const look = () => setLeft(read());
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    // A phone that slept shows no old number.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [read]);
  return left;
}
