/**
 * Chromium repeats a request by itself, below the page, when a connection that it did not open for this request
 * breaks before one byte of the answer: at once, byte for byte, and as often as it finds another such connection.
 * The page never hears of it. On a backend without keys that alone doubles a create, and nobody but the wire can tell
 * it from a second attempt of the app.
 *
 * How it is told. The browser repeats without asking anybody, so the first same request after such a break is its
 * own; the app has not even been told of a failure by then. On a connection opened for the request nothing is
 * repeated: whatever comes then is the app's. Between the two is a connection that was opened in advance and has
 * answered nothing yet. The browser counts it as used and the wire cannot know it, so there the rule is stricter: a
 * probe in between makes it the app's, which probes before each attempt that follows a doubt ([S22]).
 * After a second it is the app's in any case: a new page, or a new browser.
 */

/** What a broken connection was to the browser: it had answered before, it had been opened in advance, or neither. */
export type Past = 'used' | 'idle' | 'fresh';

const RESEND_MS = 1000;

export type Resends<What> = {
  /** A request was broken off before one byte of its answer had passed. */
  broke(request: Buffer, what: What, past: Past): void;
  /** What this request repeats below the page, null if it is a request of the page's own. Each break is told once. */
  recognise(request: Buffer): What | null;
  /** The app has looked whether the backend is there. */
  probed(): void;
};

/** Remembers what broke, to tell the browser's own repetitions from attempts. */
export function watchResends<What>(now: () => number): Resends<What> {
  let broken: { request: Buffer; what: What; past: Past; at: number }[] = [];
  return {
    broke(request, what, past) {
      if (past !== 'fresh') broken.push({ request, what, past, at: now() });
    },
    recognise(request) {
      broken = broken.filter(({ at }) => now() - at <= RESEND_MS);
      const found = broken.find(each => each.request.equals(request));
      broken = broken.filter(each => each !== found);
      return found?.what ?? null;
    },
    probed() {
      broken = broken.filter(({ past }) => past === 'used');
    },
  };
}
