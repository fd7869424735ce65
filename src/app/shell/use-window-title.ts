import { useEffect } from 'react';
import { texts } from './texts.ts';

type Badge = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

/** The window's title with what is not sent yet, and the same count on the installed app's icon. */
export function useWindowTitle(title: string, unsent: number): void {
  useEffect(() => {
    const name = title === '' ? texts.product : `${title} · ${texts.product}`;
    document.title = unsent > 0 ? `(${unsent}) ${name}` : name;
  }, [title, unsent]);
  useEffect(() => {
    // Not every browser has badges, and those that do may have them switched off.
    const badge: Badge = navigator;
    const shown = unsent > 0 ? badge.setAppBadge?.(unsent) : badge.clearAppBadge?.();
    shown?.catch(() => undefined);
  }, [unsent]);
  // Signed out: what stays on the device is nobody's to count on the icon.
  useEffect(() => () => void (navigator as Badge).clearAppBadge?.().catch(() => undefined), []);
}
