import { createContext, useContext, useLayoutEffect } from 'react';

/** Where the shell takes the title of a screen from; null outside the shell. */
export const PageTitleSlot = createContext<((title: string | null) => void) | null>(null);

/**
 * Names the screen. Inside the shell the top bar shows it as the page's h1 (the routes table gives the first
 * title, this one replaces it); outside the shell it is the h1 itself.
 */
export function PageTitle({ children }: { children: string }) {
  const setTitle = useContext(PageTitleSlot);
  useLayoutEffect(() => {
    if (setTitle) setTitle(children);
    else document.title = children;
    return () => setTitle?.(null);
  }, [setTitle, children]);
  return setTitle ? null : <h1 tabIndex={-1}>{children}</h1>;
}
