/**
 * Ends this process when its event loop stands still: the embedded engine works in it, and one that does not come back
 * would answer nobody, hear no signal, and hold its folder for ever.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MINUTE_MS, SECOND_MS } from '#kit/clock.ts';

const STANDSTILL_MS = MINUTE_MS;
const LOOK_MS = SECOND_MS;

export type Watchdog = {
  /** While this works the loop may stand still: a vacuum or a restore takes as long as it takes. */
  unwatched: <Value>(work: () => Promise<Value>) => Promise<Value>;
  close: () => Promise<void>;
};

/** Looks once in `lookMs` from a thread of its own, which a loop that stands still cannot keep from its work. */
export async function startWatchdog({
  standstillMs = STANDSTILL_MS,
  lookMs = LOOK_MS,
} = {}): Promise<Watchdog> {
  const shared = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  const [BEATS, UNWATCHED, CLOSED] = [0, 1, 2];
  const looks = Math.ceil(standstillMs / lookMs);
  const thread = new Worker(new URL('./watchdog-thread.mjs', import.meta.url), {
    workerData: { shared, BEATS, UNWATCHED, CLOSED, looks, lookMs },
    // It is plain JavaScript and needs nothing of what this process was started with.
    execArgv: [],
    env: {},
  });
  await once(thread, 'online');
  thread.unref();
  const beating = setInterval(() => Atomics.add(shared, BEATS, 1), lookMs);
  beating.unref();
  return {
    unwatched: async work => {
      Atomics.add(shared, UNWATCHED, 1);
      try {
        return await work();
      } finally {
        Atomics.add(shared, BEATS, 1);
        Atomics.sub(shared, UNWATCHED, 1);
      }
    },
    close: async () => {
      clearInterval(beating);
      thread.ref();
      const ended = once(thread, 'exit');
      Atomics.store(shared, CLOSED, 1);
      Atomics.notify(shared, CLOSED);
      await ended;
    },
  };
}
