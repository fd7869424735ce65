import { getTableName, is, type SQL, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect } from 'vitest';
import type { Db } from '#server/db/database.ts';
import * as schema from '#server/db/schema.ts';
import type { TestServer } from '#tests/support/server.ts';

type Rows = Record<string, unknown>;

const names = Object.values(schema)
  .filter(table => is(table, PgTable))
  .map(getTableName);

/** What was read last of a database, and which transactions were over then: until one more is, it reads the same. */
const last = new WeakMap<Db, { snapshot: unknown; all: Rows }>();

/** Every row of every table as one text per table; of tokens only how many there are, their use is noted, as that of clients is. */
export async function readAll({ db }: Pick<TestServer, 'db'>): Promise<Rows> {
  const one = sql`(select 1) as one`;
  const [now] = await db.select({ snapshot: sql`pg_current_snapshot()::text` }).from(one);
  const known = last.get(db);
  if (known && known.snapshot === now?.snapshot) return known.all;
  // In one statement: it is asked for before and after nearly every call.
  const [all] = await db.select(Object.fromEntries(names.map(name => [name, rowsOf(name)]))).from(one);
  if (!all) throw new Error('the database said nothing');
  last.set(db, { snapshot: now?.snapshot, all });
  return all;
}

const ROWS: Record<string, SQL> = {
  oauth_access_tokens: sql`'token'`,
  oauth_clients: sql`(to_jsonb(oauth_clients) - 'last_used_at')::text`,
};

function rowsOf(name: string) {
  const row = ROWS[name] ?? sql.raw(`${name}::text`);
  return sql`(select coalesce(string_agg(${row}, ';' order by ${row}), '') from ${sql.identifier(name)})`;
}

/** Does it, and shows that every row of the database is as it was before; `ignoredTables` are tables that it is meant to change. */
export async function changesNothing<T>(
  server: TestServer,
  work: () => Promise<T>,
  ignoredTables: readonly string[] = [],
): Promise<T> {
  const read = async () =>
    Object.entries(await readAll(server)).filter(([table]) => !ignoredTables.includes(table));
  const before = await read();
  const done = await work();
  expect(await read()).toEqual(before);
  return done;
}
