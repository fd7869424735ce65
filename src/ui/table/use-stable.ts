import { useCallback, useLayoutEffect, useRef } from 'react';

/** A handler that is always the same one and does what the newest render says: rows need not render for it. */
export function useStable<Arguments extends unknown[]>(
  handler: (...values: Arguments) => void,
): (...values: Arguments) => void {
  const newest = useRef(handler);
  useLayoutEffect(() => {
    newest.current = handler;
  });
  return useCallback((...values) => newest.current(...values), []);
}
