import { useCallback } from 'react';
import { useDevice } from '#state/device.ts';

/** Puts everything unsent into a file of the user's; its code is loaded at the first use. */
export function useSaveUnsent(): () => Promise<string> {
  const device = useDevice();
  return useCallback(async () => {
    const { saveUnsent } = await import('#features/outbox/save-unsent.ts');
    return saveUnsent(device);
  }, [device]);
}
