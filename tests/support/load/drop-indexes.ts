/**
 * Large tables are filled without what would be looked up or sorted in for each row: foreign keys, unique keys, indexes.
 * All of it is made again from the database's own words at the end, over whole tables; what does not hold is found then.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';

/** What is filled, each before what refers to it. */
export const FILLED = ['contacts', 'contact_phones', 'reports', 'requests'] as const;

/** Something that was dropped: its table, its name, and the statement that makes it again. */
export type Dropped = { table: string; name: string; definition: string };

/** Drops all but the primary keys and checks; returns it in the order in which it is to be made again. */
export async function dropIndexes(tx: Tx): Promise<Dropped[]> {
  const constraints = await readDefinitions(
    tx,
    sql`
    select k.conrelid::regclass::text as table, k.conname::text as name,
      format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relname in ${FILLED} and k.contype in ('u', 'f')
    -- A unique key first: u comes after f.
    order by k.contype desc, c.relname, k.conname`,
  );
  const indexes = await readDefinitions(
    tx,
    sql`
    select i.indrelid::regclass::text as table, x.relname::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
      join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relname in ${FILLED}
      and not exists (select from pg_constraint where conindid = i.indexrelid and conrelid = i.indrelid)
    order by c.relname, x.relname`,
  );
  for (const { table, name } of constraints) {
    await tx.execute(sql`alter table ${sql.raw(table)} drop constraint ${sql.identifier(name)}`);
  }
  for (const { name } of indexes) await tx.execute(sql`drop index ${sql.identifier(name)}`);
  return [...indexes, ...constraints];
}

/** Makes one of them again, unless it is there. */
export async function recreateIndexes(tx: Tx, { name, definition }: Dropped): Promise<void> {
  const present = await readDefinitions(
    tx,
    sql`
    select name as table, name, name as definition from (
      select conname::text as name, connamespace as space from pg_constraint
      union all select relname::text, relnamespace from pg_class) as known
    join pg_namespace n on n.oid = space and n.nspname = current_schema()
    where name = ${name}`,
  );
  if (present.length === 0) await tx.execute(sql.raw(definition));
}

async function readDefinitions(tx: Tx, query: SQL): Promise<Dropped[]> {
  // The driver answers with `rows`; what is in them is said by the queries above.
  return ((await tx.execute(query)) as unknown as { rows: Dropped[] }).rows;
}
