import { startTransition, useEffect, useState } from 'react';

/** More than a phone shows above its keyboard. */
const FIRST = 6;

/** So many at a time after that: a cheap phone stays free for a tap in between. */
const STEP = 8;

/** Longer than from one letter to the next: drawing what the next letter throws away would keep it waiting. */
const PAUSE_MS = 350;

/** The first few of a list at once, the others when there is time and nobody types; `subject` says whose list it is. */
export function useProgressiveList<Item>(items: readonly Item[], subject: string): readonly Item[] {
  const [drawn, setDrawn] = useState({ subject, count: FIRST });
  const count = drawn.subject === subject ? drawn.count : FIRST;
  const isWhole = count >= items.length;
  useEffect(() => {
    if (isWhole) return;
    const more = () => startTransition(() => setDrawn({ subject, count: count + STEP }));
    const timer = setTimeout(more, count === FIRST ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [subject, count, isWhole]);
  return isWhole ? items : items.slice(0, count);
}
