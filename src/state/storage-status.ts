import { useEffect, useState } from 'react';
import { useDevice } from './device-context.ts';

export type Persisted = ReturnType<typeof usePersisted>;

/**
 * [S8] Whether the browser promised to keep this origin's data, null while unknown or where it cannot be asked; and
 * the way to ask it to. `isDenied`: it was asked just now and said no. `known`: the answer, where it was read before.
 */
export function usePersisted(known: boolean | null = null) {
  const [persisted, setPersisted] = useState(known);
  const [isDenied, setDenied] = useState(false);
  useEffect(() => {
    void navigator.storage?.persisted?.().then(setPersisted);
  }, []);
  const protect = () => {
    void navigator.storage?.persist?.().then(isKept => {
      setPersisted(isKept);
      setDenied(!isKept);
    });
  };
  return { persisted, isDenied, protect };
}

/** With less room than this a book of some thousand contacts and a queue may not fit. */
const LITTLE_BYTES = 30_000_000;

/** How many bytes are left for this origin, when that is little; null otherwise, or where nobody knows. */
export function useLowStorage(): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    void navigator.storage?.estimate?.().then(({ quota, usage = 0 }) => {
      if (quota !== undefined) setLeft(Math.max(0, quota - usage));
    });
  }, []);
  return left !== null && left < LITTLE_BYTES ? left : null;
}

/** Whether the app itself is on this device, so that it starts without a network. */
export function useAppCached(): boolean {
  const { appCached } = useDevice();
  const [isCached, setCached] = useState(false);
  useEffect(() => {
    void appCached.then(() => setCached(true));
  }, [appCached]);
  return isCached;
}
