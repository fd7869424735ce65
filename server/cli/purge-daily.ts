import { DAY_MS, MINUTE_MS } from '#kit/clock.ts';
import { addUpSums, notAhead } from '../commands/add-up-sums.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { Log } from '../db/deps.ts';
import { vacuumTables } from '../db/purge.ts';
import type { Watchdog } from '../db/watchdog.ts';
import { purge } from './firm.ts';

/** A server has more urgent things to do when it has just come up. */
const TIDY_AFTER_MS = 10 * MINUTE_MS;

/** The purge of a running server. Stopping it lets the one that runs finish. */
export type Purging = { stop: () => Promise<void> };

/**
 * Forgets what is too old to matter, now and once a day. Ten minutes later, and once a day, sums are added up, and on the embedded
 * engine the room of what went is given back. On a full disk none of it is done: all of it writes.
 */
export function purgeDaily(
  { db, engine, isFull = () => false }: Pick<OpenDatabase, 'db' | 'engine' | 'isFull'>,
  log: Log,
  unwatched: Watchdog['unwatched'] = work => work(),
): Purging {
  let latest: Promise<void> = Promise.resolve();
  let isOver = false;
  const inTurn = (event: string, work: () => Promise<Record<string, number>>) => {
    const once = async () => {
      if (isFull()) return log({ level: 'info', event: `${event}.put_off` });
      log({ level: 'info', event: `${event}.done`, ...(await unwatched(work)) });
    };
    latest = latest.then(once).catch(error => {
      const name = error instanceof Error ? error.name : typeof error;
      log({ level: 'error', event: `${event}.failed`, name });
    });
  };
  const purgeNow = () => inTurn('purge', () => purge(db));
  const tidyNow = () => {
    inTurn('sums', async () => addUpSums(db, await notAhead(db, Date.now()), () => isOver || isFull()));
    if (engine === 'pglite')
      inTurn('tidy', async () => ({ tables: await vacuumTables(db, () => isOver || isFull()) }));
  };
  purgeNow();
  const soon = setTimeout(tidyNow, TIDY_AFTER_MS);
  const daily = setInterval(() => {
    purgeNow();
    tidyNow();
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
