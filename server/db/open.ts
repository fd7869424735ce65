import { PGlite } from '@electric-sql/pglite';
import type { Logger } from 'drizzle-orm/logger';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import type { Pool } from 'pg';
import type { OpenDatabase } from './database.ts';
import type { DiskReserve } from './disk-reserve.ts';
import { EmbeddedClient } from './embedded.ts';
import { EngineFolder, type FolderKeeping } from './engine-folder.ts';
import { GuardedPool, type PoolOptions } from './pool.ts';
import * as schema from './schema.ts';

/** Connections of one process, unless DATABASE_POOL says otherwise. */
export const POOL_SIZE = 10;

/** Is told every statement before it is sent. */
type Listening = { logger?: Logger };

/** The embedded engine in a folder that the caller has locked. Without a reserve, a full disk is the end of it. */
export async function openEmbedded(folder: string, keeping: FolderKeeping = {}): Promise<OpenDatabase> {
  const engine = await PGlite.create({ fs: new EngineFolder(folder, keeping) });
  return adoptEmbedded(engine, { reserve: keeping.reserve });
}

/** Wraps an engine that somebody else made; closing closes it. */
export function adoptEmbedded(
  client: PGlite,
  { reserve, ...listening }: Listening & { reserve?: DiskReserve | undefined } = {},
): OpenDatabase {
  const own = new EmbeddedClient(client, reserve);
  // Drizzle uses `query` and `transaction` of an engine, and wants its type.
  const db = drizzlePglite({ client: own as unknown as PGlite, schema, ...listening });
  const isFull = () => reserve?.take() === false;
  return { db, engine: 'pglite', close: () => own.close(), isFull };
}

/** A pool on a real PostgreSQL. Nothing is connected before the first query. */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  { logger, ...options }: Partial<PoolOptions> & Listening = {},
): OpenDatabase {
  const pool = new GuardedPool(url, { size: POOL_SIZE, onError, ...options });
  // Drizzle uses `query` and `connect` of a pool, knows one by the name of its class, and wants its type.
  const client = pool as unknown as Pool;
  const db = drizzlePg({ client, schema, ...(logger ? { logger } : {}) });
  return { db, engine: 'postgres', close: () => pool.end(), pool: () => pool.state };
}
