import { useCallback, useEffect, useState } from 'react';

export type Persisted = {
  /** null while unknown, or where the browser cannot be asked. */
  persisted: boolean | null;
  /** The browser was asked just now and said no. */
  isDenied: boolean;
  protect: () => void;
};

/** [S8] Whether the browser promised to keep this origin's data, and the way to ask it to. */
export function usePersisted(): Persisted {
  const [persisted, setPersisted] = useState<boolean | null>(null);
  const [isDenied, setDenied] = useState(false);
  useEffect(() => {
    void navigator.storage?.persisted?.().then(setPersisted);
  }, []);
  const protect = useCallback(() => {
    void navigator.storage?.persist?.().then(isKept => {
      setPersisted(isKept);
      setDenied(!isKept);
    });
  }, []);
  return { persisted, isDenied, protect };
}
