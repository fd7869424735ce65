import type { PgPreparedQuery, PreparedQueryConfig } from 'drizzle-orm/pg-core/session';
import type { Queryable } from './database.ts';

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
