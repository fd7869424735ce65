import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type { PgPreparedQuery, PreparedQueryConfig } from 'drizzle-orm/pg-core/session';
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

type Prepared = PgPreparedQuery<PreparedQueryConfig>;

/** What Drizzle keeps inside: one dialect for a database and all its transactions, a connection for each of these. */
type Inside = { dialect: object; session: { client: unknown } };

/**
 * Builds a hot query once per database instead of once per call: that building is half of its cost. By the name that it
 * is given each connection keeps its plan too. It runs where it is asked for: on the database or in a transaction;
 * what writes is to name `Tx`, so that it is asked for in one.
 */
export function preparedOnce<On extends Queryable, Query extends Prepared>(
  prepare: (on: On) => Query,
): (on: On) => Query {
  const known = new WeakMap<object, Query>();
  return on => {
    const { dialect, session } = on as unknown as Inside;
    const prepared = known.get(dialect) ?? prepare(on);
    known.set(dialect, prepared);
    // The same query in every way but for the connection that it goes over.
    return Object.create(prepared, { client: { value: session.client } });
  };
}
