import { createContext, useContext, useEffect } from 'react';
import type { MenuItem } from './menu.tsx';

type ShowActions = (items: readonly MenuItem[]) => void;

/** Where a phone's bar takes the actions of a screen from, for its menu; null where there is no such menu. */
export const ScreenActionsSlot = createContext<ShowActions | null>(null);

/**
 * Puts what a screen can do into the menu of the bar; false where there is none, and the screen shows it itself. `items`
 * stay the same as long as nothing in them changes.
 */
export function useScreenActions(items: readonly MenuItem[]): boolean {
  const show = useContext(ScreenActionsSlot);
  // Not with the commit: the bar would be drawn a second time before the screen is seen.
  useEffect(() => {
    show?.(items);
    return () => show?.([]);
  }, [show, items]);
  return show !== null;
}
