/**
 * A page that the browser freezes for the way back, in the midst of an upgrade, keeps all others out of that database. A
 * frozen page whose lock somebody else asks for is discarded instead, and its upgrade with it. So whoever opens or
 * deletes a database holds a lock of that name until `done` is settled; nobody waits for it.
 */
export function holdDatabaseLock<Done extends PromiseLike<unknown>>(database: string, done: Done): Done {
  // An old browser, or none: a test.
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  // Without a lock, e.g. in a page that is going away, it is done all the same; whoever waits for it hears of a failure.
  locks?.request(database, () => done).catch(() => {});
  return done;
}
