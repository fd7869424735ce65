import type { Api } from '#api/api.ts';
import type { Problem } from '#api/problem.ts';
import type { Clock } from '#kit/clock.ts';
import type { WithLock } from '#kit/locks.ts';
import type { Entry, OutboxDb, Owner } from '#storage/outbox-db.ts';
import type { Random } from './backoff.ts';
import { isKeyed } from './control-rows.ts';
import { recordFailure } from './entry-transitions.ts';
import type { Kinds } from './kind.ts';

/** Everything a pass needs; page and worker bring the same. */
export type DrainContext = {
  db: OutboxDb;
  api: Api;
  /** The configuration says that the backend honours the key of a request; nothing received says otherwise. */
  saysKeyed: boolean;
  kinds: Kinds;
  now: Clock;
  random: Random;
  withLock: WithLock;
};

/** What became of one entry: a problem, or `lost` when another context drains by now, `changed` meanwhile. */
export type Step = 'sent' | 'skipped' | 'changed' | 'lost' | Problem;

/** A backend honours keys because the configuration says so, or because it has echoed one. */
export async function honoursKeys({ db, saysKeyed }: DrainContext, { apiOrigin }: Owner): Promise<boolean> {
  return saysKeyed || isKeyed(db, apiOrigin);
}

/** Writes down why an attempt came to nothing; that is also what became of the entry. */
export async function recordProblem(
  { db, kinds, now, random }: DrainContext,
  entry: Entry,
  cause: Problem,
): Promise<Step> {
  await recordFailure(db, kinds, entry, cause, now(), random);
  return cause;
}
