import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#server/db/schema.ts';
import type { TestServer } from '#tests/support/server.ts';

/** Every row of every table as one text per table; of tokens only how many there are, their use is noted. */
export async function readAll({ db }: TestServer): Promise<Record<string, unknown>> {
  const names = Object.values(schema)
    .filter(table => is(table, PgTable))
    .map(getTableName);
  // In one statement: it is asked for before and after nearly every call.
  const [all] = await db
    .select(Object.fromEntries(names.map(name => [name, rowsOf(name)])))
    .from(sql`(select 1) as one`);
  if (!all) throw new Error('the database said nothing');
  return all;
}

function rowsOf(name: string) {
  const row = name === 'oauth_access_tokens' ? sql`'token'` : sql.raw(`${name}::text`);
  return sql`(select coalesce(string_agg(${row}, ';' order by ${row}), '') from ${sql.identifier(name)})`;
}
