/** Makes an unused database ready to take a copy: the tables as they were where the copy was read. */
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Queryable, Tx } from '../database.ts';
import { sqlState } from '../database-problem.ts';
import { CREATE_JOURNAL, JOURNAL } from '../migrate.ts';
import { readMigrations } from '../migrations.ts';
import * as schema from '../schema.ts';
import { BadCopy } from './bad-copy.ts';
import { readTables, type Table, textRows } from './catalogue.ts';
import type { Header } from './parts.ts';

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
export async function prepareTarget(tx: Tx, header: Header): Promise<Table[]> {
  const known = new Map(readMigrations().map(migration => [migration.name, migration]));
  const strange = header.migrations.filter(name => !known.has(name));
  if (strange.length > 0) throw new BadCopy('newer schema', strange.join(', '));
  // Before anything is made, or somebody else's tables would have a journal of ours.
  await refuseForeign(tx);
  await claimTarget(tx);
  await refuseUsed(tx);
  await dropAll(tx);
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
async function claimTarget(tx: Tx): Promise<void> {
  try {
    await tx.execute(CREATE_JOURNAL);
  } catch (error) {
    // The other one has made it meanwhile, in spite of "if not exists".
    if (['23505', '42P07'].includes(sqlState(error) ?? '')) throw new BadCopy('used', JOURNAL, error);
    throw error;
  }
  await tx.execute(sql`lock table ${sql.identifier(JOURNAL)} in access exclusive mode`);
}

async function dropAll(tx: Tx): Promise<void> {
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
