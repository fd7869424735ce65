import type { Db, Tx } from './database.ts';

const RETRIES = 5;

/** Serialization failure and deadlock: the engine asks for another try. */
const RETRYABLE = new Set(['40001', '40P01']);

/** The SQLSTATE of a database error, from whichever layer wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

/** The one way to write: a whole transaction, tried again when the engine could not serialise it. */
export async function transact<Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt > RETRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
    }
  }
}
