import { startTransition, useEffect, useState } from 'react';

/** More than a phone shows above its keyboard. */
const FIRST = 6;

/** Longer than from one letter to the next: drawing what the next letter throws away would keep it waiting. */
const PAUSE_MS = 350;

/** The first few of a list at once, the others once nobody types any more; `subject` says whose list it is. */
export function useGradual<Item>(items: readonly Item[], subject: string): readonly Item[] {
  const [wholeOf, setWholeOf] = useState<string | null>(null);
  const isWhole = wholeOf === subject || items.length <= FIRST;
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setWholeOf(subject)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [subject]);
  return isWhole ? items : items.slice(0, FIRST);
}
