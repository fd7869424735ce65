import { useCallback, useLayoutEffect, useRef } from 'react';

/** A handler that is always the same one and does what the newest render says: rows need not render for it. */
export function useStable<Arguments extends unknown[], Answer>(
  handler: (...values: Arguments) => Answer,
): (...values: Arguments) => Answer {
  const newest = useRef(handler);
  useLayoutEffect(() => {
    newest.current = handler;
  });
  return useCallback((...values) => newest.current(...values), []);
}
