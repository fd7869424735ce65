import { deferred } from '#kit/deferred.ts';
import type { WithLock } from '#kit/locks.ts';

/**
 * The browser's locks. A page that is kept for the way back, or frozen, waits for none: Chromium 150 gives it one while its
 * code stands still, and the requests behind it wait until another page asks (findings/web-lock-of-a-frozen-page.sh). So it
 * leaves the queue when it goes, and joins it again when it comes back. What it holds is taken from it once others wait.
 *
 * @param scope where `pagehide` and `freeze` are heard: a window; a worker has neither
 */
export function createWebLocks(locks: () => LockManager, scope: EventTarget): WithLock {
  let leaving = new AbortController();
  let back = deferred();
  const handleGone = () => leaving.abort();
  const handleBack = () => {
    if (!leaving.signal.aborted) return;
    leaving = new AbortController();
    back.resolve();
    back = deferred();
  };
  // `freeze` and `resume` are the document's and do not bubble.
  for (const name of ['pagehide', 'freeze']) scope.addEventListener(name, handleGone, { capture: true });
  for (const name of ['pageshow', 'resume']) scope.addEventListener(name, handleBack, { capture: true });

  return async (name, work, options) => {
    // The callback's promise is what request resolves with.
    const request = (how: LockOptions, begin: typeof work) =>
      locks().request(name, how, begin) as ReturnType<typeof work>;
    if (options) return request(options, work);
    for (;;) {
      const { signal } = leaving;
      let isGranted = false;
      const begin = () => {
        isGranted = true;
        return work();
      };
      try {
        return await request({ signal }, begin);
      } catch (cause) {
        if (isGranted || !signal.aborted) throw cause;
      }
      if (leaving.signal.aborted) await back.promise;
    }
  };
}

/** Shared by all tabs and the service worker. */
export const webLocks = createWebLocks(() => navigator.locks, globalThis);
