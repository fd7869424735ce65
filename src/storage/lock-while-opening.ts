/**
 * A page that the browser freezes for the way back, in the midst of an upgrade, keeps all others out of that database. A
 * frozen page whose lock somebody else asks for is discarded instead, and its upgrade with it. So each holds a lock of
 * that name until `opened` is settled; nobody waits for it.
 */
export function lockWhileOpening(database: string, opened: PromiseLike<unknown>): void {
  // An old browser, or none: a test.
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  // A page that goes away meanwhile gets no lock, and opens nothing.
  locks?.request(`open ${database}`, () => Promise.allSettled([opened])).catch(() => {});
}
