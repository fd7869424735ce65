import type { WithLock } from '#kit/locks.ts';

/** The browser's locks: shared by all tabs and the service worker. */
export const webLocks: WithLock = (name, work, options) =>
  navigator.locks.request(name, options ?? {}, work) as ReturnType<typeof work>; // the callback's promise is what request resolves with
