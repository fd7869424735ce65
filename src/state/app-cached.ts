import { useEffect, useState } from 'react';
import { useDevice } from './device.ts';

/** Whether the app itself is on this device, so that it starts without a network. */
export function useAppCached(): boolean {
  const { appCached: appKept } = useDevice();
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    let isShown = true;
    void appKept.then(() => {
      if (isShown) setKept(true);
    });
    return () => {
      isShown = false;
    };
  }, [appKept]);
  return isKept;
}
