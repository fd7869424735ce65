/** The thread of watchdog.ts. It waits without an event loop and writes without a stream: both belong to the main thread. */
import { existsSync, fdatasyncSync, fstatSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { shared, LIVES, UNWATCHED, WAKE, CONFIRMED, LOOK, CLOSE, seen, lock } = workerData;
const { lookMs, looksOfStandstill, looksOfBeat } = workerData;
const STDERR = 2;
/** Every record is as long as the last one, so that nobody reads half of one and half of another. */
const DIGITS = 12;

let beats = 0;

/** Does not return, even where the signal is ignored: nobody may go on after it. */
function end(event, more = {}) {
  const line = { at: new Date().toISOString(), level: 'error', event, ...more };
  try {
    writeSync(STDERR, `${JSON.stringify(line)}\n`);
  } finally {
    // The first process of a container ignores its own signal; start.mjs does not let the server be that.
    process.kill(process.pid, 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0);
  }
}

/** Nobody has come after us, and the name still means the file that we hold. */
function isOurs() {
  if (existsSync(lock.next)) return false;
  const named = statSync(lock.file, { throwIfNoEntry: false });
  const held = fstatSync(lock.descriptor);
  return named !== undefined && named.ino === held.ino && named.dev === held.dev;
}

/** First the record, then the look: whoever takes over does it the other way round, so that one of the two sees the other. */
function beat() {
  const at = process.hrtime.bigint();
  const wall = BigInt(Date.now());
  beats += 1;
  const record = { ...lock.owner, beat: String(beats).padStart(DIGITS, '0') };
  try {
    writeSync(lock.descriptor, JSON.stringify(record), 0);
    // Other hosts see what has left this one.
    fdatasyncSync(lock.descriptor);
  } catch (error) {
    // A disk may refuse even this (full, away). Then the look decides; a file that has gone is lost.
    if (error.code === 'ESTALE') end('lock.lost', { file: lock.file });
  }
  try {
    if (!isOurs()) end('lock.lost', { file: lock.file });
  } catch (error) {
    // Nobody knows whose it is, and the main thread waits for an answer before it writes.
    end('lock.unreadable', { file: lock.file, code: error.code });
  }
  Atomics.store(seen, 0, at);
  Atomics.store(seen, 1, wall);
  Atomics.add(shared, CONFIRMED, 1);
  Atomics.notify(shared, CONFIRMED);
}

let lives = -1;
let still = 0;
let looks = 0;
if (lock) beat();
for (;;) {
  Atomics.wait(shared, WAKE, 0, lookMs);
  const why = Atomics.exchange(shared, WAKE, 0);
  if (why === CLOSE) break;
  looks += 1;
  if (lock && (why === LOOK || looks % looksOfBeat === 0)) beat();
  if (why === LOOK) continue;
  const now = Atomics.load(shared, LIVES);
  const isLiving = now !== lives || Atomics.load(shared, UNWATCHED) > 0;
  lives = now;
  // Looks are counted, not milliseconds: while the whole process is suspended there are none.
  still = isLiving ? 0 : still + 1;
  if (still < looksOfStandstill) continue;
  end('watchdog.killed', { standstill_s: Math.round((looksOfStandstill * lookMs) / 1000) });
}
if (lock && isOurs()) unlinkSync(lock.file);
