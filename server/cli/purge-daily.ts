import { DAY_MS } from '#kit/clock.ts';
import type { Db } from '../db/database.ts';
import type { Log } from '../db/deps.ts';
import { purge } from './firm.ts';

/** The purge of a running server. Stopping it lets the one that runs finish. */
export type Purging = { stop: () => Promise<void> };

/** Forgets what is too old to matter, now and once a day. */
export function purgeDaily(db: Db, log: Log): Purging {
  let latest: Promise<unknown> = Promise.resolve();
  const run = () => {
    latest = purge(db).then(
      purged => log({ level: 'info', event: 'purge.done', ...purged }),
      error => {
        const name = error instanceof Error ? error.name : typeof error;
        log({ level: 'error', event: 'purge.failed', name });
      },
    );
  };
  run();
  const daily = setInterval(run, DAY_MS);
  return {
    stop: async () => {
      clearInterval(daily);
      await latest;
    },
  };
}
