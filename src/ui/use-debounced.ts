import { useEffect, useState } from 'react';

/** What is typed, once the typing has paused for so long: half a word is not worth an answer. */
export function useDebounced<Value>(typed: Value, pauseMs: number): Value {
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = window.setTimeout(() => setDebounced(typed), pauseMs);
    return () => window.clearTimeout(timer);
  }, [typed, pauseMs]);
  return debounced;
}
