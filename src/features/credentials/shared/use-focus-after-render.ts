import { type RefObject, useLayoutEffect, useState } from 'react';

/** The dialog gives the focus back to a row that goes with it: whoever works by keyboard goes on here instead. */
export function useFocusAfterRender(target: RefObject<HTMLElement | null>): () => void {
  const [count, setCount] = useState(0);
  useLayoutEffect(() => {
    if (count > 0) target.current?.focus();
  }, [count, target]);
  return () => setCount(before => before + 1);
}
