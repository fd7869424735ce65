import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { screenPath } from '../screen-path.ts';

/** Where each entry of the history was scrolled to; the content scrolls, so the browser does not remember it. */
const tops = new Map<string, number>();

/**
 * A list is read from the device after the screen appears: restoring the scroll position waits this long for
 * it.
 */
const WAIT_MS = 1000;

/**
 * New screens start at their top; going back returns to where the reader was. Another page of a list begins where
 * its rows do, once they are there: the list sees to that.
 */
export function useScrollMemory(box: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const shownPlace = useRef('');
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const place = screenPath(pathname);
    const turnsPage = place !== pathname && place === shownPlace.current;
    shownPlace.current = place;
    const start = turnsPage ? element.scrollTop : 0;
    const stop = scrollTo(element, isReturn ? (tops.get(key) ?? 0) : start);
    const remember = () => tops.set(key, element.scrollTop);
    element.addEventListener('scroll', remember, { passive: true });
    return () => {
      stop();
      element.removeEventListener('scroll', remember);
    };
  }, [box, key, pathname, isReturn]);
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
