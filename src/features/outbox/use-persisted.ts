import { useCallback, useEffect, useState } from 'react';

/** Whether the browser promised to keep this origin's data; null while unknown, or where it cannot be asked. */
export function usePersisted(): { persisted: boolean | null; protect: () => void } {
  const [persisted, setPersisted] = useState<boolean | null>(null);
  useEffect(() => {
    void navigator.storage?.persisted?.().then(setPersisted);
  }, []);
  const protect = useCallback(() => {
    void navigator.storage?.persist?.().then(setPersisted);
  }, []);
  return { persisted, protect };
}
