import { SECOND_MS } from '#kit/clock.ts';

/** How many requests are worked on at once, and how many may wait for that. */
export type Limits = { atWork: number; waiting: number };

/** How waiting ended: it is this one's turn, it took too long, or whoever asked has gone. */
type WaitResult = 'now' | 'late' | 'gone';

/** One request's place. It must be released, whatever came of it. */
export type Slot = {
  /** Aborted when the place goes to another request because this one's body is slow; never after `wait` was called. */
  displaced: AbortSignal;
  /** The body is read: waits until the work may begin. Whether somebody has gone is asked only of who has to wait. */
  wait: (gone: () => AbortSignal) => Promise<WaitResult>;
  release: () => void;
};

/** A bounded number of requests at work, and behind them a bounded queue. */
export type ConcurrencyLimiter = ReturnType<typeof createLimiter>;

/** Longer than this nobody waits: by then the phone is better off asking again. */
const WAIT_MAX_MS = 5 * SECOND_MS;

/** A body of a few kilobytes is here sooner. Slower ones keep their place only while nobody else needs it. */
export const SLOW_MS = SECOND_MS;

/** Creates a limiter. A request that gets no slot is shed at once. */
export function createLimiter(limits: Limits, { waitMaxMs = WAIT_MAX_MS, slowMs = SLOW_MS } = {}) {
  // A Set keeps its order: the first that came is the first to go, and anyone can leave from the middle.
  const queue = new Set<() => void>();
  const receiving = new Set<{ since: number; displace: () => void }>();
  let inside = 0;
  let atWork = 0;
  let shed = 0;

  const createSlot = (): Slot => {
    // Made for who reads it: most requests have no body.
    let displaced: AbortController | undefined;
    let isDisplaced = false;
    let isAtWork = false;
    let hasLeft = false;
    const begin = (): WaitResult => {
      isAtWork = true;
      atWork++;
      return 'now';
    };
    const release = () => {
      if (hasLeft) return;
      hasLeft = true;
      receiving.delete(arrival);
      inside--;
      if (isAtWork) atWork--;
      startNext();
    };
    const displace = () => {
      shed++;
      isDisplaced = true;
      displaced?.abort();
      release();
    };
    const arrival = { since: performance.now(), displace };
    receiving.add(arrival);
    const turn = async (gone: () => AbortSignal) => {
      receiving.delete(arrival);
      const result = atWork < limits.atWork ? begin() : await queueUp(gone(), begin);
      if (result === 'late') shed++;
      return result;
    };
    return {
      get displaced() {
        displaced ??= new AbortController();
        if (isDisplaced) displaced.abort();
        return displaced.signal;
      },
      wait: turn,
      release,
    };
  };

  const queueUp = (gone: AbortSignal, begin: () => WaitResult) =>
    new Promise<WaitResult>(resolve => {
      if (gone.aborted) return resolve('gone');
      const end = (turn: WaitResult) => {
        clearTimeout(overdue);
        gone.removeEventListener('abort', leaveQueue);
        queue.delete(called);
        resolve(turn);
      };
      const called = () => end(begin());
      const leaveQueue = () => end('gone');
      const overdue = setTimeout(() => end('late'), waitMaxMs);
      gone.addEventListener('abort', leaveQueue);
      queue.add(called);
    });

  const startNext = () => {
    const [next] = queue;
    if (next && atWork < limits.atWork) next();
  };

  const displaceSlowest = (): boolean => {
    const [slowest] = receiving;
    const isSlow = slowest !== undefined && performance.now() - slowest.since >= slowMs;
    if (isSlow) slowest.displace();
    return isSlow;
  };

  return {
    acquire: () => {
      if (inside >= limits.atWork + limits.waiting && !displaceSlowest()) {
        shed++;
        return undefined;
      }
      inside++;
      return createSlot();
    },
    /** How many are where now, and how many were sent away since the start. */
    state: () => ({ atWork, waiting: inside - atWork, shed }),
  };
}
