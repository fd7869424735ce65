import type { Api } from '#api/api.ts';
import type { Clock } from '#kit/clock.ts';
import type { CacheDb } from '#storage/cache-db.ts';
import type { OutboxDb, Owner } from '#storage/outbox-db.ts';
import { nextTick } from './control-rows.ts';

/** What bringing the server's copies onto this device needs. */
export type PullContext = { db: OutboxDb; cache: CacheDb; api: Api; owner: Owner; now: Clock };

/**
 * Starts a refresh: the tick is taken before the request leaves, so that everything confirmed meanwhile has a
 * later one and stays on the screen ([S20]).
 */
export async function startRefresh({ db }: PullContext): Promise<number> {
  return nextTick(db);
}
