import { startTransition, useEffect, useState } from 'react';

/** More than a phone shows above its keyboard. */
const FIRST = 6;

/** The first few of a list at once, the others right after those were painted; `subject` says whose list it is. */
export function useGradual<Item>(items: readonly Item[], subject: string): readonly Item[] {
  const [wholeOf, setWholeOf] = useState<string | null>(null);
  const isWhole = wholeOf === subject || items.length <= FIRST;
  useEffect(() => {
    // A timer that is set in a frame runs after the frame was painted.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setWholeOf(subject)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [subject]);
  return isWhole ? items : items.slice(0, FIRST);
}
