/** Runs `work` while no other context of this origin runs work under the same name. `steal` takes the lock from a holder that froze. */
export type WithLock = <Outcome>(
  name: string,
  work: () => Promise<Outcome>,
  options?: { steal: true },
) => Promise<Outcome>;

/** Locks inside one page: for tests, and for browsers without Web Locks (then only one tab may be open). */
export function memoryLocks(): WithLock {
  const tails = new Map<string, Promise<unknown>>();
  return async (name, work, options) => {
    const before = options?.steal ? Promise.resolve() : (tails.get(name) ?? Promise.resolve());
    const running = before.then(work, work);
    tails.set(
      name,
      running.catch(() => undefined), // the caller gets the failure; the next in the queue only waits for the end
    );
    return running;
  };
}
