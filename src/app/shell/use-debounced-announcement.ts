import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SECOND_MS } from '#kit/clock.ts';

/** A state that lasts shorter than this is not announced. */
export const ANNOUNCE_AFTER_MS = 2 * SECOND_MS;

/**
 * The text that a screen reader announces for a state that may change many times a second: announced once the
 * state has lasted, not for each step of a count. Nothing is announced until the state has first left `rest`.
 */
export function useDebouncedAnnouncement(state: string, words: string, rest: string): string {
  const [said, setSaid] = useState('');
  const announce = useEffectEvent(() => setSaid(words));
  const isResting = useRef(true);
  useEffect(() => {
    if (isResting.current && state === rest) return;
    isResting.current = false;
    const timer = window.setTimeout(() => announce(), ANNOUNCE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [state, rest]);
  return said;
}
