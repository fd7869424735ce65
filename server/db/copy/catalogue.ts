import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../database.ts';

/** A column and its type as PostgreSQL writes it. */
export type Column = { name: string; type: string };

/** A table as the database knows it: at an older state of the migrations it has other columns than our code. */
export type Table = { name: string; columns: Column[]; key: Column[] };

/** Where a sequence stands. */
export type Sequence = { name: string; lastValue: string; isCalled: boolean };

/** A foreign key, with the words that make it again. */
export type ForeignKey = { table: string; name: string; definition: string };

/** Rows of a query whose columns are all texts, which both drivers hand over alike. */
export async function textRows<Name extends string>(
  on: Queryable,
  query: SQL,
): Promise<Record<Name, string | null>[]> {
  // Both drivers answer with `rows`; Drizzle's common type does not say so.
  const { rows } = (await on.execute(query)) as unknown as { rows: Record<Name, string | null>[] };
  return rows;
}

/** Every table of the schema that the connection works in, by name. */
export async function readTables(on: Queryable): Promise<Table[]> {
  const rows = await textRows<'name' | 'columns' | 'key'>(
    on,
    sql`
    select c.relname::text as name,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by a.attnum)::text
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select jsonb_agg(a.attname order by k.place)::text
        from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p')
    order by c.relname`,
  );
  return rows.map(row => {
    // Built by the query above.
    const columns = JSON.parse(row.columns ?? '[]') as Column[];
    const key = JSON.parse(row.key ?? '[]') as string[];
    return { name: row.name ?? '', columns, key: columns.filter(({ name }) => key.includes(name)) };
  });
}

/** Where every sequence stands, those of identity columns too. */
export async function readSequences(on: Queryable): Promise<Sequence[]> {
  const names = await textRows<'name'>(
    on,
    sql`
    select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'S' order by c.relname`,
  );
  const found: Sequence[] = [];
  for (const { name } of names) {
    if (name === null) continue;
    const [row] = await textRows<'last' | 'called'>(
      on,
      sql`select last_value::text as last, is_called::text as called from ${sql.identifier(name)}`,
    );
    found.push({ name, lastValue: row?.last ?? '1', isCalled: row?.called === 'true' });
  }
  return found;
}

/** Every foreign key of the schema. */
export async function readForeignKeys(on: Queryable): Promise<ForeignKey[]> {
  const rows = await textRows<'table' | 'name' | 'definition'>(
    on,
    sql`
    select c.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and k.contype = 'f'
    order by c.relname, k.conname`,
  );
  return rows.map(({ table, name, definition }) => ({
    table: table ?? '',
    name: name ?? '',
    definition: definition ?? '',
  }));
}
