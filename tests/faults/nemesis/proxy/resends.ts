/**
 * Chromium repeats a request by itself, below the page, when a connection that it did not open for this very request
 * breaks before one byte of the answer: at once, byte for byte, and again if it meets another such connection. The
 * page never hears of it. On a backend without keys that alone doubles a create, and nobody but the proxy can tell it
 * from a second attempt of the app.
 *
 * How it is told. After a break of a connection that had answered before, the browser always repeats, before the page
 * has even heard of a failure: the first same request is the browser's own, whatever follows is the app's. Of a
 * connection that had answered nothing the proxy cannot know whether it was opened for this request (nothing is
 * repeated) or in advance (it is). There a probe in between makes it the app's: our app probes before each attempt
 * that follows a doubt ([S22]), the browser never does. After a second it is the app's in any case.
 *
 * A refresh of the token has no probe of its own: a second tab that refreshes at once, after the first one's request
 * was cut on a new connection, counts as a repetition. So does what another outbox sends again within that second.
 */

/** What a broken connection had been: whether it had carried an answer before. */
export type Past = 'used' | 'unused';

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
      broken.push({ request, what, past, at: now() });
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
