import { useEffect, useState } from 'react';

/** With less room than this a book of some thousand contacts and a queue may not fit. */
const LITTLE_BYTES = 30_000_000;

/** How many bytes are left for this origin, when that is little; null otherwise, or where nobody knows. */
export function useLowStorage(): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    let isShown = true;
    void navigator.storage?.estimate?.().then(({ quota, usage = 0 }) => {
      if (isShown && quota !== undefined) setLeft(Math.max(0, quota - usage));
    });
    return () => {
      isShown = false;
    };
  }, []);
  return left !== null && left < LITTLE_BYTES ? left : null;
}
