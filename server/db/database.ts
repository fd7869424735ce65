import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type { PoolState } from './pool.ts';
import type * as schema from './schema.ts';

type Tables = ExtractTablesWithRelations<typeof schema>;

/** One transaction. Inside it never touch the outer database: PGlite would wait for itself for ever. */
export type Tx = PgTransaction<PgQueryResultHKT, typeof schema, Tables>;

/** Either engine, pooled or embedded. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema, Tables>;

/** What a query can be run on: the database itself, or a transaction. */
export type Queryable = Db | Tx;

/**
 * An opened engine with the way to shut it; `pool` tells how its connections are used, where there are several; `isFull`
 * whether its disk is, where it is ours.
 */
export type OpenDatabase = {
  db: Db;
  engine: 'pglite' | 'postgres';
  close: () => Promise<void>;
  pool?: () => PoolState;
  isFull?: () => boolean;
};
