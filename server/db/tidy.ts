import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';
import * as schema from './schema.ts';

/**
 * Gives the room of rows that are gone back to its table, and tells the planner how large each is. A PostgreSQL does so
 * itself; the embedded engine has no process that would, and a firm that began empty is planned as an empty one for ever.
 * Table by table, so that calls come in between; at the end the log of changes is cut, which would grow until the next
 * start. Resolves to how many tables were done before `isOver`; then the log stays as it is.
 */
export async function tidyTables(db: Db, isOver: () => boolean = () => false): Promise<number> {
  let done = 0;
  for (const table of Object.values(schema).filter(each => is(each, PgTable))) {
    if (isOver()) return done;
    await db.execute(sql`vacuum (analyze) ${sql.identifier(getTableName(table))}`);
    done += 1;
  }
  await cutLog(db);
  return done;
}

/** Writes all that has changed to where it belongs. The embedded engine does so of its own accord only when it starts. */
async function cutLog(db: Db): Promise<void> {
  await db.execute(sql`checkpoint`);
}
