import { useEffect, useState } from 'react';

/** What is typed, once the typing has paused for so long: half a word is not worth an answer. */
export function useCalm<Value>(typed: Value, pauseMs: number): Value {
  const [calm, setCalm] = useState(typed);
  useEffect(() => {
    const timer = window.setTimeout(() => setCalm(typed), pauseMs);
    return () => window.clearTimeout(timer);
  }, [typed, pauseMs]);
  return calm;
}
