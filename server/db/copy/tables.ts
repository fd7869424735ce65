/** Rows on their way out of a database and into another one, as the database's own text: no number passes JavaScript. */
import { type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Queryable, Tx } from '../database.ts';

/** A column and its type as PostgreSQL writes it. */
const Column = v.object({ name: v.string(), type: v.string() });
type Column = v.InferOutput<typeof Column>;

/** A table as the database knows it: at an older state of the migrations it has other columns than our code. */
export const Table = v.object({ name: v.string(), columns: v.array(Column), key: v.array(Column) });
export type Table = v.InferOutput<typeof Table>;

export const Sequence = v.object({ name: v.string(), lastValue: v.string(), isCalled: v.boolean() });
export type Sequence = v.InferOutput<typeof Sequence>;

/** A foreign key, with the words that make it again. */
export type ForeignKey = { table: string; name: string; definition: string };

/** Rows of a query whose columns are all texts, which both drivers hand over alike. */
export async function textRows<Name extends string, Value = string | null>(
  on: Queryable,
  query: SQL,
): Promise<Record<Name, Value>[]> {
  // Both drivers answer with `rows`; Drizzle's common type does not say so.
  return ((await on.execute(query)) as unknown as { rows: Record<Name, Value>[] }).rows;
}

/** Every table of the schema that the connection works in, by name. */
export async function readTables(on: Queryable): Promise<Table[]> {
  const rows = await textRows<'name' | 'columns' | 'key', string>(
    on,
    sql`
    select c.relname::text as name,
      (select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by a.attnum), '[]')::text
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(jsonb_agg(a.attname order by k.place), '[]')::text
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
    const columns: Column[] = JSON.parse(row.columns);
    const key: string[] = JSON.parse(row.key);
    return { name: row.name, columns, key: columns.filter(({ name }) => key.includes(name)) };
  });
}

/** Where every sequence stands, those of identity columns too. */
export async function readSequences(on: Queryable): Promise<Sequence[]> {
  const names = await textRows<'name', string>(
    on,
    sql`
    select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'S' order by c.relname`,
  );
  const found: Sequence[] = [];
  for (const { name } of names) {
    const [row] = await textRows<'last' | 'called'>(
      on,
      sql`select last_value::text as last, is_called::text as called from ${sql.identifier(name)}`,
    );
    found.push({ name, lastValue: row?.last ?? '1', isCalled: row?.called === 'true' });
  }
  return found;
}

export function readForeignKeys(on: Queryable): Promise<ForeignKey[]> {
  return textRows<keyof ForeignKey, string>(
    on,
    sql`
    select c.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and k.contype = 'f'
    order by c.relname, k.conname`,
  );
}

/** So much text at a time, more only where a single row has more. */
const PAGE_BYTES = 1024 * 1024;

const FIRST_PAGE = 64;
const LONGEST_PAGE = 2048;

const comma = sql.raw(', ');

/** Inside a row, JSON travels as text: a JSON null and no value at all would look the same otherwise. */
const isJson = ({ type }: Column) => type === 'json' || type === 'jsonb';

/** What must be fixed for a row to have one text: set for the transaction alone. */
export async function fixTextFormats(tx: Tx): Promise<void> {
  for (const setting of [
    `timezone = 'UTC'`,
    `datestyle = 'ISO, YMD'`,
    `bytea_output = 'hex'`,
    `intervalstyle = 'iso_8601'`,
    `extra_float_digits = 1`,
  ]) {
    await tx.execute(sql.raw(`set local ${setting}`));
  }
}

/** Every row of a table in pages, in the order of its key. The caller has fixed the texts of the transaction. */
export async function* readRows(tx: Tx, table: Table): AsyncGenerator<string[]> {
  if (table.key.length === 0) throw new Error(`${table.name} has no primary key`);
  let limit = FIRST_PAGE;
  let after: string[] | undefined;
  for (;;) {
    const page = await readPage(tx, table, { after, limit });
    const last = page.at(-1);
    if (!last) return;
    yield page.map(({ line }) => line);
    after = last.key;
    // Fewer came than were asked for: they are long. Asking for many of them again would be work for nothing.
    limit = Math.min(LONGEST_PAGE, page.length * 2);
  }
}

type Row = { line: string; key: string[] };

async function readPage(
  tx: Tx,
  { name, columns, key }: Table,
  { after, limit }: { after: string[] | undefined; limit: number },
): Promise<Row[]> {
  const ofTable = (column: Column) => sql`t.${sql.identifier(column.name)}`;
  const keys = sql.join(key.map(ofTable), comma);
  const values = columns.map(column => {
    const asText = sql.raw(isJson(column) ? '::text' : '');
    return sql`${ofTable(column)}${asText} as ${sql.identifier(column.name)}`;
  });
  const pageKeys = key.map((column, at) => sql`${ofTable(column)} as ${sql.identifier(`key_${at}`)}`);
  const inPage = key.map((_, at) => sql.identifier(`key_${at}`));
  // Under another name: sorted by the texts, 10 would come before 9.
  const keyTexts = inPage.map((column, at) => sql`${column}::text as ${sql.identifier(`text_${at}`)}`);
  const query = sql`
    select line, ${sql.join(keyTexts, comma)} from (
      select p.*, sum(octet_length(line)) over
        (order by ${sql.join(inPage, comma)} rows between unbounded preceding and 1 preceding) as before_it
      from (
        select to_jsonb(r)::text as line, ${sql.join(pageKeys, comma)}
        from ${sql.identifier(name)} t cross join lateral (select ${sql.join(values, comma)}) r
        ${after ? sql`where (${keys}) > (${keyOf(key, after)})` : sql.raw('')}
        order by ${keys} limit ${limit}
      ) p
    ) q
    where coalesce(before_it, 0) < ${PAGE_BYTES}
    order by ${sql.join(inPage, comma)}`;
  const rows = await textRows(tx, query);
  return rows.map(row => ({ line: row.line ?? '', key: key.map((_, at) => row[`text_${at}`] ?? '') }));
}

function keyOf(key: readonly Column[], values: readonly string[]): SQL {
  const parts = key.map(({ type }, at) => sql`${values[at] ?? ''}::text${sql.raw(`::${type}`)}`);
  return sql.join(parts, comma);
}

/** Adds rows that `readRows` has read, in one statement. */
export async function writeRows(on: Queryable, { name, columns }: Table, lines: readonly string[]) {
  const list = (of: (column: Column) => SQL) => sql.join(columns.map(of), comma);
  const nameOf = (column: Column) => sql.identifier(column.name);
  const named = list(column => sql`${nameOf(column)}`);
  const typed = list(column => sql`${nameOf(column)} ${sql.raw(isJson(column) ? 'text' : column.type)}`);
  const values = list(column => sql`x.${nameOf(column)}${sql.raw(isJson(column) ? `::${column.type}` : '')}`);
  await on.execute(sql`
    insert into ${sql.identifier(name)} (${named}) overriding system value
    select ${values} from jsonb_to_recordset(${`[${lines.join(',')}]`}::jsonb) as x (${typed})`);
}
