import { DAY_MS, MINUTE_MS } from '#kit/clock.ts';
import { addUpSums, notAhead } from '../commands/add-up-sums.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { Log } from '../db/deps.ts';
import { purge } from './firm.ts';

/** A server has more urgent things to do when it has just come up. */
const SUMS_AFTER_MS = 10 * MINUTE_MS;

/** The purge of a running server. Stopping it lets the one that runs finish. */
export type Purging = { stop: () => Promise<void> };

/**
 * Forgets what is too old to matter, now and once a day. Ten minutes later, and once a day, sums are added up.
 */
export function purgeDaily({ db }: Pick<OpenDatabase, 'db'>, log: Log): Purging {
  let latest: Promise<void> = Promise.resolve();
  let isOver = false;
  const inTurn = (event: string, work: () => Promise<Record<string, number>>) => {
    const once = async () => log({ level: 'info', event: `${event}.done`, ...(await work()) });
    latest = latest.then(once).catch(error => {
      const name = error instanceof Error ? error.name : typeof error;
      log({ level: 'error', event: `${event}.failed`, name });
    });
  };
  const purgeNow = () => inTurn('purge', () => purge(db));
  const sumsNow = () =>
    inTurn('sums', async () => addUpSums(db, await notAhead(db, Date.now()), () => isOver));
  purgeNow();
  const soon = setTimeout(sumsNow, SUMS_AFTER_MS);
  const daily = setInterval(() => {
    purgeNow();
    sumsNow();
  }, DAY_MS);
  return {
    stop: async () => {
      isOver = true;
      clearTimeout(soon);
      clearInterval(daily);
      await latest;
    },
  };
}
