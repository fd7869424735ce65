/** Database engines for tests: fast to get, one per test server, empty and migrated. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { OpenDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { readMigrations } from '#server/db/migrations.ts';
import { adoptEmbedded, openPostgres } from '#server/db/open.ts';
import * as schema from '#server/db/schema.ts';
import { listenToSql } from './portable-sql.ts';

/** All that the tests of this worker send to their databases; whoever closes one is told if it was not portable. */
export const sentSql = listenToSql();

const { logger } = sentSql;

/** PostgreSQL when TEST_DATABASE_URL is set (a schema of its own per call), else the embedded engine in memory. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? openSchema(url) : openInMemory();
}

/** Why a connection broke is told by what failed on it. */
const unheard = () => undefined;

/** Another way into the schema that a test database is in. */
export async function openBeside(
  { db }: OpenDatabase,
  url: string,
  options: Parameters<typeof openPostgres>[2] = {},
): Promise<OpenDatabase> {
  const [row] = await db.select({ name: sql<string>`current_schema()` }).from(sql`(select 1) as one`);
  return openPostgres(url, unheard, { searchPath: row?.name, logger, ...options });
}

async function openSchema(url: string): Promise<OpenDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const raise = (error: Error) => {
    throw error;
  };
  const opened = openPostgres(url, raise, { searchPath: name, logger });
  await opened.db.execute(sql.raw(`create schema ${name}`));
  await migrate(opened.db);
  return {
    ...opened,
    close: async () => {
      await opened.db.execute(sql.raw(`drop schema ${name} cascade`));
      await opened.close();
      sentSql.check();
    },
  };
}

/** Closed engines wait here, emptied: starting one costs more than most tests. */
const idle: OpenDatabase[] = [];

async function openInMemory(): Promise<OpenDatabase> {
  const reused = idle.pop();
  const opened =
    reused ?? adoptEmbedded(await PGlite.create({ loadDataDir: await migratedDump() }), { logger });
  return {
    ...opened,
    close: async () => {
      await empty(opened);
      // Who has tried copies may leave the journal of no known state; a migrated engine is what the next one wants.
      if (await isMigrated(opened)) idle.push(opened);
      else await opened.close();
      sentSql.check();
    },
  };
}

async function empty({ db }: OpenDatabase): Promise<void> {
  const tables = Object.values(schema)
    .filter(table => is(table, PgTable))
    .map(getTableName);
  await db.execute(sql.raw(`truncate ${tables.join(', ')} restart identity cascade`));
  await db.execute(sql`alter sequence request_code_number restart`);
}

async function isMigrated({ db }: OpenDatabase): Promise<boolean> {
  return (await db.$count(sql`migrations`)) === readMigrations().length;
}

/** The embedded engine of a new firm in a folder that is not there yet, migrated and closed. */
export async function fillEmptyFolder(folder: string): Promise<void> {
  await (await PGlite.create(folder, { loadDataDir: await migratedDump() })).close();
}

let dump: Promise<Blob> | undefined;

/** A migrated engine as a file, made once per state of the migrations and shared by all workers. */
function migratedDump(): Promise<Blob> {
  dump ??= readDump();
  return dump;
}

async function readDump(): Promise<Blob> {
  const state = createHash('sha256').update(JSON.stringify(readMigrations())).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), 'promo-field-test-engine');
  const file = join(folder, `${state}.tar`);
  if (existsSync(file)) return new Blob([readFileSync(file)]);
  const engine = await PGlite.create();
  await migrate(adoptEmbedded(engine).db);
  const made = await engine.dumpDataDir('none');
  await engine.close();
  mkdirSync(folder, { recursive: true });
  const part = `${file}.${process.pid}`;
  writeFileSync(part, Buffer.from(await made.arrayBuffer()));
  renameSync(part, file);
  return made;
}
