import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { Pool } from 'pg';
import type { OpenDatabase } from './database.ts';
import * as schema from './schema.ts';

const POOL_SIZE = 10;

/** Timeouts of every session; a longer wait for a lock is answered 409 (Idempotency-Key), never a hanging phone. */
const SESSION = [
  'statement_timeout=10000',
  'lock_timeout=3000',
  'idle_in_transaction_session_timeout=5000',
  'timezone=UTC',
];

/** The embedded engine in a folder that the caller has locked. */
export async function openEmbedded(folder: string): Promise<OpenDatabase> {
  return adoptEmbedded(await PGlite.create(folder));
}

/** Wraps an engine that somebody else made; closing closes it. */
export function adoptEmbedded(client: PGlite): OpenDatabase {
  return { db: drizzlePglite({ client, schema }), engine: 'pglite', close: () => client.close() };
}

/** A pool on a real PostgreSQL. `searchPath` puts everything into one schema of a shared database. */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  searchPath?: string,
): OpenDatabase {
  const session = searchPath ? [...SESSION, `search_path=${searchPath}`] : SESSION;
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    options: session.map(setting => `-c ${setting}`).join(' '),
  });
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', onError);
  return { db: drizzlePg({ client: pool, schema }), engine: 'postgres', close: () => pool.end() };
}
