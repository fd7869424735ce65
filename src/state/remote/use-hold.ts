import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { useBlockedReason } from './use-action.ts';

/** How often it is looked whether a call may get through again. */
const LOOK_MS = SECOND_MS;

/** Holds the calls of jobs while the moderator pauses and, after one that did not get through, until the next one may. */
export function useHold() {
  const [isPaused, setPaused] = useState(false);
  const control = useRef({ isPaused: false, isBlocked: false });
  const isBlocked = useBlockedReason() !== null;
  useEffect(() => {
    control.current.isBlocked = isBlocked;
  }, [isBlocked]);
  const pause = useCallback((wanted: boolean) => {
    control.current.isPaused = wanted;
    setPaused(wanted);
  }, []);
  const mayGoOn = useCallback(async (job: { readonly isStopped: boolean }, after: Problem | null) => {
    const { current } = control;
    if (after) await wait(after.retryAfterMs ?? LOOK_MS);
    while (!job.isStopped && (current.isPaused || (after && current.isBlocked))) await wait(LOOK_MS);
    return !job.isStopped;
  }, []);
  return { isPaused, pause, mayGoOn };
}

function wait(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, ms));
}
