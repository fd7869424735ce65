import { useCallback, useSyncExternalStore } from 'react';

/** Narrower than this, the layout is the phone's. */
export const PHONE = '(max-width: 48em)';

/** Wide enough for a list with a pane of details beside it. */
export const WIDE = '(min-width: 64em)';

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
