import { SECOND_MS } from '#kit/clock.ts';
import type { Log } from '../db/deps.ts';

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

/**
 * SIGTERM and SIGINT: everything is put away and the process ends with 0. During the start this waits for it, because
 * half a start cannot be put away, but not for long. A second signal ends at once.
 */
export function endOnSignal({ log, started, end, withinMs }: Life): void {
  let isEnding = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (isEnding) return leave(1, 'stopped.at_once');
    isEnding = true;
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
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, signal => void onSignal(signal));
}
