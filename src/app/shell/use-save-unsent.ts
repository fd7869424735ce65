import { useCallback } from 'react';
import { useDevice } from '#state/device.ts';

/** Puts everything unsent into a file of the user's; its code is loaded at the first use. */
export function useSaveUnsent(): () => void {
  const device = useDevice();
  return useCallback(() => {
    void import('#features/outbox/save-unsent.ts').then(({ saveUnsent }) => saveUnsent(device));
  }, [device]);
}
