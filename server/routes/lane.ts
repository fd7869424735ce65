import { SECOND_MS } from '#kit/clock.ts';

/** How many requests are worked on at once, and how many may wait for that. */
export type Limits = { atWork: number; waiting: number };

/** How many are where now, and how many were sent away since the start. */
export type LaneState = { atWork: number; waiting: number; shed: number };

/** How waiting ended: it is this one's turn, it took too long, or whoever asked has gone. */
export type Turn = 'now' | 'late' | 'gone';

/** One request's stay. It must be left, whatever came of it. */
export type Place = {
  /** The place has gone to somebody else, because this one's body did not come for long. Never once its turn is asked for. */
  displaced: AbortSignal;
  /** The body is here: waits for the turn. */
  turn: (gone: AbortSignal) => Promise<Turn>;
  leave: () => void;
};

/** A bounded number of requests at work, and behind them a bounded queue. */
export type Lane = { enter: () => Place | undefined; state: () => LaneState };

/** Longer than this nobody waits: by then the phone is better off asking again. */
export const WAIT_MAX_MS = 5 * SECOND_MS;

/** A body of a few kilobytes is here sooner. Slower ones keep their place only while nobody else needs it. */
export const SLOW_MS = SECOND_MS;

type LaneOptions = { waitMaxMs?: number; slowMs?: number };

/** Opens a lane. Whoever enters has a place; whoever finds no place is shed at once. */
export function openLane(
  limits: Limits,
  { waitMaxMs = WAIT_MAX_MS, slowMs = SLOW_MS }: LaneOptions = {},
): Lane {
  // A Set keeps its order: the first that came is the first to go, and anyone can leave from the middle.
  const queue = new Set<() => void>();
  const receiving = new Set<{ since: number; displace: () => void }>();
  let inside = 0;
  let atWork = 0;
  let shed = 0;

  const stay = (): Place => {
    const displaced = new AbortController();
    let isAtWork = false;
    let hasLeft = false;
    const begin = () => {
      isAtWork = true;
      atWork++;
    };
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      receiving.delete(arrival);
      inside--;
      if (isAtWork) atWork--;
      callNext();
    };
    const displace = () => {
      shed++;
      displaced.abort();
      leave();
    };
    const arrival = { since: performance.now(), displace };
    receiving.add(arrival);
    const turn = async (gone: AbortSignal) => {
      receiving.delete(arrival);
      const came = await queueUp(gone, begin);
      if (came === 'late') shed++;
      return came;
    };
    return { displaced: displaced.signal, turn, leave };
  };

  const queueUp = (gone: AbortSignal, begin: () => void): Turn | Promise<Turn> => {
    if (gone.aborted) return 'gone';
    if (atWork < limits.atWork) {
      begin();
      return 'now';
    }
    return new Promise(resolve => {
      const end = (turn: Turn) => {
        clearTimeout(overdue);
        gone.removeEventListener('abort', leaveQueue);
        queue.delete(called);
        resolve(turn);
      };
      const called = () => {
        begin();
        end('now');
      };
      const leaveQueue = () => end('gone');
      const overdue = setTimeout(() => end('late'), waitMaxMs);
      gone.addEventListener('abort', leaveQueue);
      queue.add(called);
    });
  };

  const callNext = () => {
    const [next] = queue;
    if (next && atWork < limits.atWork) next();
  };

  const makeRoom = (): boolean => {
    const [slowest] = receiving;
    const isSlow = slowest !== undefined && performance.now() - slowest.since >= slowMs;
    if (isSlow) slowest.displace();
    return isSlow;
  };

  return {
    enter: () => {
      if (inside >= limits.atWork + limits.waiting && !makeRoom()) {
        shed++;
        return undefined;
      }
      inside++;
      return stay();
    },
    state: () => ({ atWork, waiting: inside - atWork, shed }),
  };
}
