/** The thread of watchdog.ts. It waits without an event loop and writes without a stream: both belong to the main thread. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { shared, BEATS, UNWATCHED, CLOSED, looks, lookMs } = workerData;
const STDERR = 2;

let beats = -1;
let still = 0;
while (Atomics.wait(shared, CLOSED, 0, lookMs) === 'timed-out') {
  const now = Atomics.load(shared, BEATS);
  const lives = now !== beats || Atomics.load(shared, UNWATCHED) > 0;
  beats = now;
  // Looks are counted, not milliseconds: while the whole process is suspended there are none.
  still = lives ? 0 : still + 1;
  if (still < looks) continue;
  const seconds = Math.round((looks * lookMs) / 1000);
  const line = {
    at: new Date().toISOString(),
    level: 'error',
    event: 'watchdog.killed',
    standstill_s: seconds,
  };
  writeSync(STDERR, `${JSON.stringify(line)}\n`);
  process.kill(process.pid, 'SIGKILL');
}
