/**
 * A thread beside the event loop, which a loop that stands still cannot keep from its work. It ends a process whose loop
 * stands still: the embedded engine works in it, and one that does not come back would answer nobody, hear no signal, and
 * hold its folder for ever. And it shows other processes that the owner of a folder lives (lock.ts).
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MINUTE_MS, SECOND_MS } from '#kit/clock.ts';

/** How often a living owner changes its record. Who sees it unchanged for three of these may take the folder over. */
export const BEAT_MS = 5 * SECOND_MS;

/** The owner asks before it writes when its last beat is older than this: before others may take the folder. */
const BEATS_UNASKED = 2;

export type Timing = {
  /** A loop that stands still for so long is ended. */
  standstillMs: number;
  lookMs: number;
  beatMs: number;
};

const TIMING: Timing = { standstillMs: MINUTE_MS, lookMs: SECOND_MS, beatMs: BEAT_MS };

/** The lock that the thread keeps: an open file, its path, the path of a successor's, and what stands in it. */
type KeptLock = { descriptor: number; file: string; next: string; owner: object };

export type Watchdog = {
  /** From now on the loop must not stand still. */
  watch: () => void;
  /** While this works it may all the same: a vacuum or a restore takes as long as it takes. */
  unwatched: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /**
   * Called before each change of the folder's files. After a sleep (a suspended process, a closed laptop) it waits until the
   * thread has looked at the lock; if somebody has taken it over, the process ends here.
   */
  mayWrite: () => void;
  /** Removes the lock's file too, if it is still this process's. */
  close: () => Promise<void>;
};

/** What the thread is told by WAKE. */
const [LOOK, CLOSE] = [1, 2];

export async function startWatchdog(timing: Partial<Timing> = {}, lock?: KeptLock): Promise<Watchdog> {
  const { standstillMs, lookMs, beatMs } = { ...TIMING, ...timing };
  const shared = new Int32Array(new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT));
  const [LIVES, UNWATCHED, WAKE, CONFIRMED] = [0, 1, 2, 3];
  /** When the lock was last seen to be ours: on the monotonic clock in ns, and on the wall's in ms. */
  const seen = new BigInt64Array(new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT));
  Atomics.store(shared, UNWATCHED, 1);
  const thread = new Worker(new URL('./watchdog-thread.mjs', import.meta.url), {
    workerData: {
      shared,
      LIVES,
      UNWATCHED,
      WAKE,
      CONFIRMED,
      LOOK,
      CLOSE,
      seen,
      lookMs,
      lock,
      looksOfStandstill: Math.ceil(standstillMs / lookMs),
      looksOfBeat: Math.ceil(beatMs / lookMs),
    },
    // It is plain JavaScript and needs nothing of what this process was started with.
    execArgv: [],
    env: {},
  });
  await once(thread, 'online');
  thread.unref();
  const living = setInterval(() => Atomics.add(shared, LIVES, 1), lookMs);
  living.unref();
  const wake = (why: number) => {
    Atomics.store(shared, WAKE, why);
    Atomics.notify(shared, WAKE);
  };
  // The monotonic clock stands still while a laptop sleeps, the wall's can be set: whichever has gone on tells.
  const hasSlept = () => {
    const limit = BEATS_UNASKED * beatMs;
    const [at = 0n, wall = 0n] = [Atomics.load(seen, 0), Atomics.load(seen, 1)];
    return (
      process.hrtime.bigint() - at > BigInt(limit) * 1_000_000n || Math.abs(Date.now() - Number(wall)) > limit
    );
  };
  return {
    watch: () => {
      Atomics.add(shared, LIVES, 1);
      Atomics.sub(shared, UNWATCHED, 1);
    },
    unwatched: async work => {
      Atomics.add(shared, UNWATCHED, 1);
      try {
        return await work();
      } finally {
        Atomics.add(shared, LIVES, 1);
        Atomics.sub(shared, UNWATCHED, 1);
      }
    },
    mayWrite: () => {
      while (hasSlept()) {
        const before = Atomics.load(shared, CONFIRMED);
        wake(LOOK);
        Atomics.wait(shared, CONFIRMED, before, lookMs);
      }
    },
    close: async () => {
      clearInterval(living);
      thread.ref();
      const ended = once(thread, 'exit');
      wake(CLOSE);
      await ended;
    },
  };
}
