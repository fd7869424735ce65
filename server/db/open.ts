import type { Logger } from 'drizzle-orm/logger';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import type { OpenDatabase } from './database.ts';
import { GuardedPool, type PoolOptions } from './pool.ts';
import * as schema from './schema.ts';

/** Connections of one process, unless DATABASE_POOL says otherwise. */
export const POOL_SIZE = 10;

/** Is told every statement before it is sent. */
type WithLogger = { logger?: Logger };

/** A pool on a PostgreSQL. Nothing is connected before the first query. */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  { logger, ...options }: Partial<PoolOptions> & WithLogger = {},
): OpenDatabase {
  const pool = new GuardedPool(url, { size: POOL_SIZE, onError, ...options });
  // Drizzle uses `query` and `connect` of a pool, knows one by the name of its class, and wants its type.
  const client = pool as unknown as Pool;
  const db = drizzle({ client, schema, ...(logger ? { logger } : {}) });
  return { db, close: () => pool.end(), pool: () => pool.state };
}
