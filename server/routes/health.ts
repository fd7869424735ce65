import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { healthLive, healthReady } from '#contract/runtime.ts';
import { SECOND_MS } from '#kit/clock.ts';
import type { Db } from '../db/database.ts';
import { sqlState } from '../db/database-problem.ts';
import type { Deps } from '../db/deps.ts';
import { notNow } from '../db/refusal.ts';
import { open, type Route } from './route.ts';

/** Whoever asks wants to know now: a database that hangs is one that is away. */
const ANSWER_MAX_MS = 2 * SECOND_MS;

/** One question at a time: those who ask often must not take the connections that a sick database has left. */
const request = new WeakMap<Db, Promise<unknown>>();

export const healthRoutes: Route[] = [
  open(healthLive, async () => ({ status: 'ok' })),

  open(healthReady, async deps => {
    if (deps.isDraining?.()) throw notNow();
    await reach(deps);
    return {
      status: 'ok',
      features: ['idempotency', 'revoke', ...(deps.config.enforce === 'on' ? ['abac'] : [])],
    };
  }),
];

async function reach({ db, log }: Deps): Promise<void> {
  const answered = new AbortController();
  try {
    await Promise.race([ask(db), failLate(answered.signal)]);
  } catch (error) {
    // Only the kind of the error: messages of the database quote statements.
    const name = error instanceof Error ? error.name : typeof error;
    log({ level: 'error', event: 'database.unreachable', name, code: sqlState(error) });
    throw notNow();
  } finally {
    answered.abort();
  }
}

async function failLate(signal: AbortSignal): Promise<never> {
  await pause(ANSWER_MAX_MS, undefined, { ref: false, signal });
  throw new DOMException('no answer in time', 'TimeoutError');
}

function ask(db: Db): Promise<unknown> {
  const underWay = request.get(db);
  if (underWay) return underWay;
  const asked = db.execute(sql`select 1`).finally(() => request.delete(db));
  request.set(db, asked);
  return asked;
}
