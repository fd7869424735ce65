import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { MINUTE_MS, SECOND_MS } from '#kit/clock.ts';
import type { Job } from './jobs.ts';
import { useBlockedReason } from './use-action.ts';

/** How often a held call checks whether it may be sent. */
const LOOK_MS = SECOND_MS;

/** The longest `Retry-After` that is obeyed. */
const WAIT_MAX_MS = MINUTE_MS;

/** Holds the calls of jobs during a pause (not those of first jobs) and, after a failed call, until its `Retry-After` and while no call can be sent. */
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
