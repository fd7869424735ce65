import { SECOND_MS } from '#kit/clock.ts';

/** How many requests are worked on at once, and how many may wait for that. */
export type Limits = { atWork: number; waiting: number };

/** How many are where now, and how many were sent away since the start. */
export type LaneState = { atWork: number; waiting: number; shed: number };

/** How waiting ended: it is this one's turn, it took too long, or whoever asked has gone. */
export type Turn = 'now' | 'late' | 'gone';

/** One request's stay. It must be left, whatever came of it. */
export type Place = { turn: (gone: AbortSignal) => Promise<Turn>; leave: () => void };

/** A bounded number of requests at work, and behind them a bounded queue. */
export type Lane = { enter: () => Place | undefined; state: () => LaneState };

/** Longer than this nobody waits: by then the phone is better off asking again. */
export const WAIT_MAX_MS = 5 * SECOND_MS;

/** Opens a lane. Whoever enters has a place; whoever finds no place is shed at once. */
export function openLane(limits: Limits, waitMaxMs = WAIT_MAX_MS): Lane {
  // A Set keeps its order: the first that came is the first to go, and anyone can leave from the middle.
  const queue = new Set<() => void>();
  let inside = 0;
  let atWork = 0;
  let shed = 0;

  const stay = (): Place => {
    let isAtWork = false;
    const begin = () => {
      isAtWork = true;
      atWork++;
    };
    return {
      turn: async gone => {
        const turn = await queueUp(gone, begin);
        if (turn === 'late') shed++;
        return turn;
      },
      leave: () => {
        inside--;
        if (isAtWork) atWork--;
        callNext();
      },
    };
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

  return {
    enter: () => {
      if (inside >= limits.atWork + limits.waiting) {
        shed++;
        return undefined;
      }
      inside++;
      return stay();
    },
    state: () => ({ atWork, waiting: inside - atWork, shed }),
  };
}
