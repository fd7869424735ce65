import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type { PgPreparedQuery, PreparedQueryConfig } from 'drizzle-orm/pg-core/session';
import type { PoolState } from './pool.ts';
import type * as schema from './schema.ts';

type Tables = ExtractTablesWithRelations<typeof schema>;

/** One transaction. Inside it never touch the outer database: that is another connection, which does not see what this one does. */
export type Tx = PgTransaction<PgQueryResultHKT, typeof schema, Tables>;

/** Outside of any transaction. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema, Tables>;

/** What a query can be run on: the database itself, or a transaction. */
export type Queryable = Db | Tx;

/** An open database with the way to shut it; `pool` tells how its connections are used. */
export type OpenDatabase = { db: Db; close: () => Promise<void>; pool: () => PoolState };

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
