import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Db, Tx } from './database.ts';
import { brokeUnanswered, OutcomeUnknown, problemOf, sqlState } from './database-problem.ts';

const RETRIES = 5;
const FIRST_PAUSE_MS = 10;

/**
 * Serialization failure and deadlock: the engine has rolled back and asks for another try. Nothing else is tried again,
 * least of all a commit whose answer was lost: it may have happened.
 */
const RETRYABLE = new Set(['40001', '40P01']);

/** A database outside of any transaction. */
type Outer = Db & { rollback?: never };

const inside = new AsyncLocalStorage<true>();
let running = 0;

/** Marks all that `work` begins. Between transactions nothing is followed: that costs every promise of the process. */
async function runInside<Value>(work: () => Promise<Value>): Promise<Value> {
  running++;
  try {
    return await inside.run(true, work);
  } finally {
    running--;
    if (running === 0) inside.disable();
  }
}

/**
 * The one way to write: a whole transaction, tried again when the engine could not serialise it, so `work` may run several
 * times. Throws OutcomeUnknown where it was lost while it committed. Not to be nested: the inner one would need a
 * savepoint, or wait for the outer one for ever.
 */
export async function transact<Value>(
  db: Outer,
  work: (tx: Tx) => Promise<Value>,
  config?: PgTransactionConfig,
): Promise<Value> {
  return untilSerialised(async () => {
    let isCommitting = false;
    const once = async (tx: Tx) => {
      const value = await work(tx);
      isCommitting = true;
      return value;
    };
    try {
      return await runInside(() => db.transaction(once, config));
    } catch (error) {
      if (isCommitting && !mayRetry(error) && problemOf(error) === 'unavailable') {
        throw new OutcomeUnknown(error);
      }
      throw error;
    }
  });
}

/**
 * The same for what is one statement: a transaction by itself, without a word more to the engine. It commits with its
 * answer, so OutcomeUnknown is thrown wherever its connection broke.
 */
export async function transactOne<Value>(db: Outer, statement: (on: Db) => Promise<Value>): Promise<Value> {
  return untilSerialised(async () => {
    try {
      return await statement(db);
    } catch (error) {
      throw brokeUnanswered(error) ? new OutcomeUnknown(error) : error;
    }
  });
}

const mayRetry = (error: unknown) => RETRYABLE.has(sqlState(error) ?? '');

async function untilSerialised<Value>(work: () => Promise<Value>): Promise<Value> {
  if (inside.getStore()) throw new Error('a transaction was begun inside another one');
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt > RETRIES || !mayRetry(error)) throw error;
    }
    await pause(backOffMs(attempt));
  }
}

/** About 10 ms, doubling: half of it for sure, half by chance, so that those who met do not meet again. */
export function backOffMs(attempt: number, chance = Math.random()): number {
  const most = FIRST_PAUSE_MS * 2 ** (attempt - 1);
  return most / 2 + (most / 2) * chance;
}
