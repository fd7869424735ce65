import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Db, Queryable, Tx } from '../database.ts';
import { sqlState } from '../database-problem.ts';
import { CREATE_JOURNAL, JOURNAL, readMigrations } from '../migrate.ts';
import * as schema from '../schema.ts';
import { BadCopy, type Digest, type Header, isSame, type Part, startDigest } from './copy.ts';
import { allowLongTransaction, readDigests } from './read-copy.ts';
import { readForeignKeys, readTables, type Sequence, type Table, textRows, writeRows } from './tables.ts';

/** What a server writes by itself where nobody has worked yet. */
const OF_FIRST_START = new Set([
  ...[JOURNAL, 'settings', 'roles', 'permissions', 'role_permission', 'request_states', 'oauth_clients'],
  'login_attempts',
]);

/** The one sequence that belongs to no column. */
const CODE_NUMBERS = 'request_code_number';

const OURS = new Set([
  JOURNAL,
  ...Object.values(schema)
    .filter(table => is(table, PgTable))
    .map(getTableName),
]);

/** Tables that are not ours, or ours without a journal, belong to somebody else's program. */
async function refuseForeign(on: Queryable): Promise<void> {
  const present = (await readTables(on)).map(({ name }) => name);
  const foreign = present.includes(JOURNAL) ? present.filter(name => !OURS.has(name)) : present;
  if (foreign.length > 0) throw new BadCopy('foreign tables', foreign.join(', '));
}

/** What the first start does not write by itself, somebody has worked for. */
async function refuseUsed(on: Queryable): Promise<void> {
  for (const { name } of await readTables(on)) {
    if (OF_FIRST_START.has(name)) continue;
    const [row] = await textRows<'one'>(on, sql`select '1' as one from ${sql.identifier(name)} limit 1`);
    if (row) throw new BadCopy('used', name);
  }
}

/** Leaves the tables of the copy's own state of migrations, empty; all else that was there is gone. */
async function prepareTarget(tx: Tx, header: Header): Promise<Table[]> {
  const known = new Map(readMigrations().map(migration => [migration.name, migration]));
  const strange = header.migrations.filter(name => !known.has(name));
  if (strange.length > 0) throw new BadCopy('newer schema', strange.join(', '));
  // Before anything is made, or somebody else's tables would have a journal of ours.
  await refuseForeign(tx);
  await lockTarget(tx);
  await refuseUsed(tx);
  await dropAllTables(tx);
  await tx.execute(CREATE_JOURNAL);
  for (const name of header.migrations) {
    for (const statement of known.get(name)?.statements ?? []) await tx.execute(sql.raw(statement));
  }
  const made = await readTables(tx);
  if (shapeOf(made) !== shapeOf(header.tables)) throw new BadCopy('damaged', 'tables');
  for (const { name } of made) await tx.execute(sql`delete from ${sql.identifier(name)}`);
  return made;
}

/** Of two that come at once the second waits here, and finds the place used. So does a server that starts. */
async function lockTarget(tx: Tx): Promise<void> {
  try {
    await tx.execute(CREATE_JOURNAL);
  } catch (error) {
    // The other one has made it meanwhile, in spite of "if not exists".
    if (['23505', '42P07'].includes(sqlState(error) ?? '')) throw new BadCopy('used', JOURNAL, error);
    throw error;
  }
  await tx.execute(sql`lock table ${sql.identifier(JOURNAL)} in access exclusive mode`);
}

async function dropAllTables(tx: Tx): Promise<void> {
  const names = (await readTables(tx)).map(({ name }) => sql.identifier(name));
  await tx.execute(sql`drop table ${sql.join(names, sql.raw(', '))}`);
  await tx.execute(sql`drop sequence if exists ${sql.identifier(CODE_NUMBERS)}`);
}

/** Tables with their columns, in one order. */
function shapeOf(tables: readonly Table[]): string {
  return JSON.stringify(
    tables.map(({ name, columns }) => [name, columns.map(each => `${each.name} ${each.type}`).sort()]).sort(),
  );
}

/** What was loaded. `secret` is to be put where the server of this place looks for it. */
export type Loaded = { header: Header; digests: Map<string, Digest>; secret: string | null };

export type LoadProgress = { table: string; rows: number; step: 'written' | 'compared' };

type Progress = (done: LoadProgress) => void;

type Loading = {
  parts: AsyncIterable<Part>;
  progress: Progress;
  /** What belongs to the copy and is to be done before it counts. */
  finish?: (tx: Tx, loaded: Loaded) => Promise<void>;
};

/**
 * Puts a copy into an unused database, all or nothing, and reads back what was written; throws BadCopy. Not by `transact`:
 * what was read of the copy cannot be read a second time.
 */
export function loadCopy(db: Db, { parts, progress, finish }: Loading): Promise<Loaded> {
  return db.transaction(async tx => {
    const loaded = await load(tx, parts, progress);
    await finish?.(tx, loaded);
    return loaded;
  });
}

async function load(tx: Tx, parts: AsyncIterable<Part>, progress: Progress): Promise<Loaded> {
  await tx.execute(sql`set local lock_timeout = '60s'`);
  await allowLongTransaction(tx);
  const rest = parts[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done || first.value.kind !== 'header') throw new BadCopy('damaged', 'header');
  const { header } = first.value;
  const tables = await prepareTarget(tx, header);
  const keys = await readForeignKeys(tx);
  // Without foreign keys rows may come in any order, rows of one table that refer to each other too.
  for (const { table, name } of keys) {
    await tx.execute(sql`alter table ${sql.identifier(table)} drop constraint ${sql.identifier(name)}`);
  }
  const { digests, sequences, secret } = await writeContent(tx, rest, tables, progress);
  // All rows are there: whatever refers to nothing is found now.
  for (const { table, name, definition } of keys) {
    const key = sql`constraint ${sql.identifier(name)} ${sql.raw(definition)}`;
    await reportAsDamaged(table, tx.execute(sql`alter table ${sql.identifier(table)} add ${key}`));
  }
  for (const { name, lastValue, isCalled } of sequences) {
    const value = sql`${lastValue}::text::bigint, ${isCalled}::boolean`;
    const set = sql`select setval(quote_ident(${name}::text)::regclass, ${value})`;
    await reportAsDamaged(name, tx.execute(set));
  }
  const found = await readDigests(tx);
  for (const [table, digest] of digests) {
    if (!isSame(digest, found.get(table))) throw new BadCopy('not the same', table);
    progress({ table, rows: digest.rows, step: 'compared' });
  }
  for (const { name } of tables) await tx.execute(sql`analyze ${sql.identifier(name)}`);
  return { header, digests, secret };
}

/** Writes the parts after the header, and refuses what is not as it was read. */
async function writeContent(tx: Tx, rest: AsyncIterator<Part>, tables: Table[], progress: Progress) {
  const open = new Map(tables.map(table => [table.name, table]));
  const digests = new Map<string, Digest>();
  let sequences: Sequence[] | undefined;
  let secret: string | null = null;
  let isWhole = false;
  let counting = startDigest();
  const takeTable = async (part: Extract<Part, { table: string }>) => {
    const table = open.get(part.table);
    if (!table) throw new BadCopy('damaged', part.table);
    if (part.kind === 'rows') {
      part.lines.forEach(counting.add);
      return reportAsDamaged(table.name, writeRows(tx, table, part.lines));
    }
    if (!isSame(counting.result(), part.digest)) throw new BadCopy('damaged', table.name);
    open.delete(table.name);
    digests.set(table.name, part.digest);
    counting = startDigest();
    progress({ table: table.name, rows: part.digest.rows, step: 'written' });
  };
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    const part = next.value;
    if (isWhole) throw new BadCopy('damaged', 'end');
    if ('table' in part) await takeTable(part);
    else if (part.kind === 'sequences') sequences = part.sequences;
    else if (part.kind === 'secret') secret = part.secret;
    else if (part.kind === 'end') isWhole = true;
    else throw new BadCopy('damaged', 'header');
  }
  if (!isWhole || !sequences || open.size > 0) throw new BadCopy('cut off');
  return { digests, sequences, secret };
}

/** Rows that the database refuses were not written so: classes 22 (data) and 23 (integrity). */
async function reportAsDamaged(table: string, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (/^2[23]/.test(sqlState(error) ?? '')) throw new BadCopy('damaged', table, error);
    throw error;
  }
}
