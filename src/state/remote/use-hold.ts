import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { MINUTE_MS, SECOND_MS } from '#kit/clock.ts';
import type { Job } from './jobs.ts';
import { useBlockedReason } from './use-action.ts';

/** How often it is looked whether a call may get through again. */
const LOOK_MS = SECOND_MS;

/** The longest wait that a server can ask for. */
const WAIT_MAX_MS = MINUTE_MS;

/** Holds the calls of jobs while the moderator pauses (those that wait for no other go on) and, after one that did not get through, until the next one may. */
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
  const mayGoOn = useCallback(async (job: Readonly<Job>, after: Problem | null) => {
    const { current } = control;
    const isHeld = () => (current.isPaused && !job.isFirst) || (after && current.isBlocked);
    let left = after ? Math.min(after.retryAfterMs || LOOK_MS, WAIT_MAX_MS) : 0;
    for (; !job.isStopped && (left > 0 || isHeld()); left -= LOOK_MS) await wait(LOOK_MS);
    return !job.isStopped;
  }, []);
  return { isPaused, pause, mayGoOn };
}

function wait(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, ms));
}
