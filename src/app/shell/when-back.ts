import { MINUTE_MS } from '#kit/clock.ts';

/**
 * The dialer opens within this time or not at all: on a desktop without one, changing tabs later must not ask
 * about the call.
 */
const OPENS_WITHIN_MS = MINUTE_MS / 2;

/** Calls once when the page comes back after it was left for the dialer. Returns how to stop waiting. */
export function whenBack(onBack: () => void, page: Document = document): () => void {
  let hasLeft = page.visibilityState === 'hidden';
  const stop = () => {
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', look);
  };
  const timer = setTimeout(() => {
    if (!hasLeft) stop();
  }, OPENS_WITHIN_MS);
  function look() {
    if (page.visibilityState === 'hidden') {
      hasLeft = true;
      return;
    }
    if (!hasLeft) return;
    stop();
    onBack();
  }
  page.addEventListener('visibilitychange', look);
  return stop;
}
