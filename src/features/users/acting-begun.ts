/**
 * Over the reload that follows, it is remembered that one has just begun to work as another; their name is not ([S30]).
 * It holds the start of the page that is left, which may still draw the banner.
 */
const BEGUN_KEY = 'application.acting-begun';

export function rememberBegun(): void {
  sessionStorage.setItem(BEGUN_KEY, String(performance.timeOrigin));
}

/** Whether working as another has begun just before this page was loaded; true once. */
export function hasJustBegun(): boolean {
  const begunOn = sessionStorage.getItem(BEGUN_KEY);
  if (begunOn === null || begunOn === String(performance.timeOrigin)) return false;
  sessionStorage.removeItem(BEGUN_KEY);
  return true;
}
