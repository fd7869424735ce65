import { useEffect, useState } from 'react';
import { SECOND_MS } from '#kit/clock.ts';

/** How long a button does nothing once it means something else: a second click was meant for what stood there before. */
const NEW_MS = SECOND_MS;

/** Whether that has not been so for that long; `what` is never ''. */
export function useIsNew(what: string): boolean {
  const [known, setKnown] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKnown(what), NEW_MS);
    return () => clearTimeout(timer);
  }, [what]);
  return known !== what;
}
