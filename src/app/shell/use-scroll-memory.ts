import { type RefObject, useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Where each entry of the history was scrolled to; the content scrolls, so the browser does not remember it. */
const tops = new Map<string, number>();

/** A list is read from the device after the screen appears: so long is its old place waited for. */
const WAIT_MS = 1000;

/** New screens start at their top; going back returns to where the reader was. */
export function useScrollMemory(box: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const stop = scrollTo(element, isReturn ? (tops.get(key) ?? 0) : 0);
    const remember = () => tops.set(key, element.scrollTop);
    element.addEventListener('scroll', remember, { passive: true });
    return () => {
      stop();
      element.removeEventListener('scroll', remember);
    };
  }, [box, key, isReturn]);
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
