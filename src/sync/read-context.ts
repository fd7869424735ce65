import type { WallClock } from '#kit/date.ts';
import type { CacheDb } from '#storage/cache-db.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';
import type { Kinds } from './kind.ts';

/** What a reader of the device's data gets: both databases of one owner. `held`: the session has ended. */
export type ReadContext = {
  db: OutboxDb;
  cache: CacheDb;
  kinds: Kinds;
  ownerKey: string;
  held: boolean;
  now: () => number;
  /** Device time as the firm's wall clock, for what only this device knows. */
  wallClock: (instantMs: number) => WallClock;
};
