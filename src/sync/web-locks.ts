import { deferred } from '#kit/deferred.ts';
import type { WithLock } from '#kit/locks.ts';

/**
 * The browser's locks. A page that is kept for the way back, or frozen, waits for none and holds none: Chromium 150 gives it
 * one while its code stands still, leaves it those that it holds, and the requests behind it wait until another page asks
 * (findings/web-lock-of-a-frozen-page.sh). So it leaves the queue when it goes, and joins it again when it comes back. What
 * it holds it gives up; its work goes on without it once it is back, as after a theft ([S21]: the lease tells who drains).
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
    const turn: { outcome: ReturnType<typeof work> | null } = { outcome: null };
    const begin = () => {
      turn.outcome = work();
      return untilGone(turn.outcome, leaving.signal);
    };
    while (!turn.outcome) {
      const { signal } = leaving;
      await locks()
        .request(name, options ?? { signal }, begin)
        .catch(cause => {
          if (turn.outcome || options || !signal.aborted) throw cause;
        });
      if (!turn.outcome && leaving.signal.aborted) await back.promise;
    }
    return turn.outcome;
  };
}

/** Ends with the work, or once the page goes. */
function untilGone(work: Promise<unknown>, leaving: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    leaving.addEventListener('abort', resolve, { once: true });
    void work.then(resolve, reject).finally(() => leaving.removeEventListener('abort', resolve));
  });
}

/** Shared by all tabs and the service worker. */
export const webLocks = createWebLocks(() => navigator.locks, globalThis);
