import { useEffect, useRef, useState } from 'react';
import { SECOND_MS } from '#kit/clock.ts';

/** A state that lasts shorter than this is not worth a word. */
export const ANNOUNCE_AFTER_MS = 2 * SECOND_MS;

/**
 * What readers are told of a state that may change many times a second: its words once it has lasted, none for a
 * count that runs. As long as nothing but `rest` has been, there is nothing to say.
 */
export function useDebouncedAnnouncement(state: string, words: string, rest: string): string {
  const [said, setSaid] = useState('');
  const latest = useRef(words);
  latest.current = words;
  const isResting = useRef(true);
  useEffect(() => {
    if (isResting.current && state === rest) return;
    isResting.current = false;
    const timer = window.setTimeout(() => setSaid(latest.current), ANNOUNCE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [state, rest]);
  return said;
}
