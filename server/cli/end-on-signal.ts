import { SECOND_MS } from '#kit/clock.ts';
import type { Log } from '../db/deps.ts';
import { isHangUpIgnored } from './hang-up.mjs';

/** Where a process is in its life, for those who end it. */
type Life = {
  log: Log;
  /** Resolves when the start is over, however it ended. */
  started: () => Promise<unknown>;
  /** Puts everything away, in order. */
  end: () => Promise<void>;
  /** Longer than this the end may not take. */
  withinMs: () => number;
};

/** How long a start may go on that nobody wants any more. It holds nothing that anybody was promised. */
const START_MAX_MS = 10 * SECOND_MS;

/** Ctrl+C and a unit signal the whole group; npm passes on what this process has got already, which is no second signal. */
const SAME_SIGNAL_MS = SECOND_MS;

/**
 * SIGTERM, SIGINT and the end of the terminal: everything is put away and the process ends with 0. During the start this waits
 * for it, because half a start cannot be put away, but not for long. A second signal ends at once, unless it
 * comes within SAME_SIGNAL_MS of the first, or after the end of the terminal, of which npm dies too (end-with-npm.mjs).
 */
export function endOnSignal({ log, started, end, withinMs }: Life): void {
  let endingSince: number | undefined;
  let isHungUp = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (endingSince !== undefined) {
      if (!isHungUp && performance.now() - endingSince > SAME_SIGNAL_MS) leave(1, 'stopped.at_once');
      return;
    }
    endingSince = performance.now();
    log({ level: 'info', event: 'stopping', signal });
    const tooLong = setTimeout(() => leave(0, 'stopped.in_start'), START_MAX_MS);
    await started();
    clearTimeout(tooLong);
    setTimeout(() => leave(1, 'stopped.overdue'), withinMs()).unref();
    try {
      await end();
      leave(0, 'stopped');
    } catch (error) {
      log({ level: 'error', event: 'stop.failed', name: error instanceof Error ? error.name : typeof error });
      leave(1, 'stopped');
    }
  };
  const leave = (code: number, event: string) => {
    log({ level: 'info', event });
    if (!isHungUp) process.exit(code);
    // Node aborts where it resets a terminal that is gone. The line of the log comes first.
    process.removeAllListeners('SIGHUP');
    setImmediate(() => process.kill(process.pid, 'SIGHUP'));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, signal => void onSignal(signal));
  // Under nohup there is a listener already, where npm runs this (end-with-npm.mjs).
  const isIgnored = process.listenerCount('SIGHUP') > 0 || isHangUpIgnored(process.pid);
  process.on('SIGHUP', signal => {
    if (isIgnored) return;
    isHungUp = true;
    // What is written now goes to a terminal that is gone.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    void onSignal(signal);
  });
}
