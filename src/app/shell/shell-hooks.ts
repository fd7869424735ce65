import { useAtomValue } from 'jotai';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { storeVisits, visitsAtom } from '#state/visits.ts';
import { matchingRows, screenPath } from '../match-route.ts';
import { screens } from '../routes.tsx';
import { texts } from './texts.ts';

/** The title of the screen: the routes table's, until the screen names itself. The focus follows each navigation. */
export function useTitle(unsent: number) {
  const { pathname } = useLocation();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const [own, setTitle] = useState<string | null>(null);
  const row = matchingRows(screens, pathname).at(-1);
  const title = own ?? row?.title ?? '';
  const path = screenPath(pathname);
  const shownPath = useRef(path);
  useLayoutEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    // The new screen may have given it to a field already.
    if (!document.activeElement?.closest('main *')) titleRef.current?.focus({ preventScroll: true });
  }, [path]);
  useWindowTitle(title, unsent);
  return { title, titleKind: row?.titleKind, titleRef, setTitle };
}

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

/**
 * A list is read from the device after the screen appears: restoring the scroll position waits this long for
 * it.
 */
const WAIT_MS = 1000;

/**
 * New screens start at their top; going back returns to where the reader was: the content scrolls, so the browser does
 * not remember it. Another page of a list begins where its rows do, once they are there: the list sees to that.
 */
export function useScrollMemory(box: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const visits = useAtomValue(visitsAtom);
  const isReturn = useNavigationType() === 'POP';
  const shownPath = useRef('');
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const path = screenPath(pathname);
    const turnsPage = path !== pathname && path === shownPath.current;
    shownPath.current = path;
    const start = turnsPage ? element.scrollTop : 0;
    const stop = scrollTo(element, isReturn ? (visits.get(key) ?? 0) : start);
    const remember = () => visits.set(key, element.scrollTop);
    element.addEventListener('scroll', remember, { passive: true });
    return () => {
      stop();
      element.removeEventListener('scroll', remember);
    };
  }, [box, key, pathname, isReturn, visits]);
  useEffect(() => {
    const store = () => storeVisits(visits);
    window.addEventListener('pagehide', store);
    // The last that a phone says before it throws the page away.
    document.addEventListener('visibilitychange', store);
    return () => {
      window.removeEventListener('pagehide', store);
      document.removeEventListener('visibilitychange', store);
    };
  }, [visits]);
}

/** Scrolls as soon as the content is tall enough, unless the reader scrolls first. */
function scrollTo(element: HTMLElement, top: number): () => void {
  element.scrollTop = top;
  const content = element.firstElementChild;
  if (element.scrollTop >= top - 1 || !content || !('ResizeObserver' in window)) return () => {};
  const observer = new ResizeObserver(() => {
    element.scrollTop = top;
    if (element.scrollTop >= top - 1) stop();
  });
  const timer = setTimeout(stop, WAIT_MS);
  function stop() {
    clearTimeout(timer);
    observer.disconnect();
    element.removeEventListener('pointerdown', stop);
    element.removeEventListener('wheel', stop);
  }
  observer.observe(content);
  element.addEventListener('pointerdown', stop, { passive: true });
  element.addEventListener('wheel', stop, { passive: true });
  return stop;
}

/** An on-screen keyboard takes at least this part of the height. */
const KEYBOARD_SHARE = 0.25;

const TYPES_TEXT = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, [contenteditable]';

/** Whether the on-screen keyboard is open: no browser says so, but something is typed into and the view shrank. */
export function useKeyboardOpen(): boolean {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    let tallest = { width: 0, height: 0 };
    const measure = () => {
      const turned = view.width !== tallest.width;
      if (turned || view.height > tallest.height) tallest = { width: view.width, height: view.height };
      const types = document.activeElement?.matches(TYPES_TEXT) ?? false;
      setOpen(types && view.height < tallest.height * (1 - KEYBOARD_SHARE));
    };
    view.addEventListener('resize', measure);
    // To measure is a layout: here it would be one more in the middle of drawing a screen, in a frame it is the frame's own.
    const frame = requestAnimationFrame(measure);
    // Nothing has the focus at that moment.
    const close = () => setOpen(false);
    document.addEventListener('focusout', close);
    return () => {
      cancelAnimationFrame(frame);
      view.removeEventListener('resize', measure);
      document.removeEventListener('focusout', close);
    };
  }, []);
  return open;
}
