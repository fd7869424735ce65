import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#server/db/schema.ts';
import type { TestServer } from '#tests/support/server.ts';

/** Every row of every table as one text per table; of tokens only how many there are, their use is noted. */
export async function readAll({ db }: TestServer): Promise<Record<string, unknown>> {
  const tables = Object.values(schema).filter(table => is(table, PgTable));
  const all: Record<string, unknown> = {};
  for (const table of tables) {
    const name = getTableName(table);
    const row = name === 'oauth_access_tokens' ? sql`'token'` : sql.raw(`${name}::text`);
    const [read] = await db
      .select({ rows: sql`coalesce(string_agg(${row}, ';' order by ${row}), '')` })
      .from(table);
    all[name] = read?.rows;
  }
  return all;
}
