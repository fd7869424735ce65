/** Database engines for tests: fast to get, one per test server, empty and migrated. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { OpenDatabase } from '#server/db/database.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { adoptEmbedded, openPostgres } from '#server/db/open.ts';
import * as schema from '#server/db/schema.ts';

/** PostgreSQL when TEST_DATABASE_URL is set (a schema of its own per call), else the embedded engine in memory. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? openSchema(url) : openInMemory();
}

async function openSchema(url: string): Promise<OpenDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const raise = (error: Error) => {
    throw error;
  };
  const opened = openPostgres(url, raise, name);
  await opened.db.execute(sql.raw(`create schema ${name}`));
  await migrate(opened.db);
  return {
    ...opened,
    close: async () => {
      await opened.db.execute(sql.raw(`drop schema ${name} cascade`));
      await opened.close();
    },
  };
}

/** Closed engines wait here, emptied: starting one costs more than most tests. */
const idle: OpenDatabase[] = [];

async function openInMemory(): Promise<OpenDatabase> {
  const reused = idle.pop();
  const opened = reused ?? adoptEmbedded(await PGlite.create({ loadDataDir: await migratedDump() }));
  return {
    ...opened,
    close: async () => {
      await empty(opened);
      idle.push(opened);
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
